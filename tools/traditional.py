"""Write the site's texts in traditional characters from those in simplified ones.

    python -m tools.traditional
    python -m tools.traditional --check

Nothing in `zh-hant` is written by hand: OpenCC puts `zh-hans` into the characters and words of
Taiwan, and `WORDS` is where it takes the wrong one. The second says which files are not as the
first would write them, and exits with 1.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import polib
from opencc import OpenCC

ROOT = Path(__file__).resolve().parent.parent
CATALOGUE = ROOT / "locale" / "{}" / "LC_MESSAGES" / "django.po"
WORDS = {
    "鍾": "鐘",
    "賬": "帳",
    "臺": "台",
    "“": "「",
    "”": "」",
    "釋出": "發布",
    "復盤": "覆盤",
    "天后": "天後",
    "用瞭": "用了",
    "自制": "自製",
    "制作": "製作",
    "征斂": "徵斂",
    "看看錶": "看看表",
    "藉助": "借助",
    "迴圈": "循環",
    "許可權": "權限",
    "專案": "項目",
    "物件": "對象",
    "全域性": "全局",
    "映象對稱": "鏡像對稱",
    "舊映象": "舊映像檔",
    "佇列操練": "隊列操練",
    "優先順序": "優先級",
    "高階": "高級",
    "遮蔽": "封鎖",
    "查詢轉折點": "尋找轉折點",
    "執行狀況": "運作狀況",
    "員程式碼": "員代碼",
    "此程式碼": "此代碼",
    "的程式碼": "的代碼",
    "索取程式碼": "索取代碼",
    "程式碼不正確": "代碼不正確",
    "退出登入": "登出",
    "郵箱": "信箱",
    "訪問令牌": "存取權杖",
    "令牌": "權杖",
    "響應": "回應",
    "當前": "目前",
    "導航": "導覽",
    "二維碼": "QR碼",
    "通過連結": "透過連結",
    "通過推送": "透過推送",
    "通過郵件": "透過郵件",
    "通過OAuth": "透過OAuth",
    "通過約戰": "透過約戰",
    "退出了登入": "登出",
    "刷屏": "洗版",
}
"""What OpenCC writes, and what it should have written."""


def written() -> Iterator[tuple[Path, str]]:
    """Each file in traditional characters with what belongs into it."""
    convert = OpenCC("s2twp").convert

    def traditional(text: str) -> str:
        found: str = convert(text)
        for wrong, right in WORDS.items():
            found = found.replace(wrong, right)
        return found

    yield Path(str(CATALOGUE).format("zh_Hant")), _catalogue(traditional)
    for path in sorted(ROOT.glob("templates/**/*.zh-hans.html")):
        target = path.with_name(path.name.replace("zh-hans", "zh-hant"))
        yield target, traditional(path.read_text()).replace("zh-hans", "zh-hant")


def _catalogue(traditional: Callable[[str], str]) -> str:
    catalogue = polib.pofile(str(CATALOGUE).format("zh_Hans"))
    catalogue.metadata["Language"] = "zh_Hant"
    for entry in catalogue:
        entry.msgstr = traditional(entry.msgstr)
        entry.msgstr_plural = {
            form: traditional(text) for form, text in entry.msgstr_plural.items()
        }
    return f"{catalogue}\n"


def main(argument: str = "") -> int:
    """Write the files, or say which are not as they should be; the exit status."""
    changed = [
        (path, text) for path, text in written() if not path.exists() or path.read_text() != text
    ]
    for path, text in changed:
        print(path.relative_to(ROOT))
        if not argument:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
    return bool(changed and argument)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
