"""What a reader has before them: the controls and the words of a page that are in sight."""

from __future__ import annotations

from playwright.sync_api import Page

IN_MAIN = """() => {
    const main = document.querySelector('main');
    const shows = (one) => one.checkVisibility({ visibilityProperty: true })
        && one.getClientRects().length > 0;
    const isSeen = (one) => one.classList.contains('unseen')
        ? [...(one.labels ?? [])].some(shows)
        : shows(one) && !one.closest('.unseen');
    const controls = 'a[href], button, input:not([type=hidden]), select, textarea, summary';
    const segmenter = new Intl.Segmenter(document.documentElement.lang, { granularity: 'word' });
    const words = (text) => [...segmenter.segment(text)].filter((one) => one.isWordLike).length;
    // of a list only what is chosen is in sight
    const hidden = [...main.querySelectorAll('select option:not(:checked)')]
        .filter((one) => shows(one.closest('select')));
    return {
        controls: [...main.querySelectorAll(controls)].filter(isSeen).length,
        words: hidden.reduce((sum, one) => sum - words(one.innerText), words(main.innerText)),
    };
}"""


def counted(page: Page) -> tuple[int, int]:
    """The controls and the words of the page's main part, folded ones left out."""
    found = page.evaluate(IN_MAIN)
    return int(found["controls"]), int(found["words"])
