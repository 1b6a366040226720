"""Headers of mails: folded so that no line of them is empty, and read as they were written."""

from __future__ import annotations

from email import message_from_bytes
from email.header import decode_header, make_header

import pytest

from accounts.common.mails import FoldedAlternatives, FoldedMessage

SUBJECTS = (
    "Your turn",
    "Your turn: " + "Xiongqi against somebody " * 6,
    "x" * 120,
    "陣屋：あなたの番です。軍人将棋、信長の野望、雄棋のほかにも九局が皆さまをお待ちしています。",
    "軍人将棋 against Alice、あなたの番です – Seichu Shogi against Bob, your turn as well",
)
SENDER = "陣屋の対局室からのたいへん長い名前のお知らせ <house@jinya.example>"
LINK = "<https://jinya.example/unsubscribe/" + "t" * 90 + "/>"


@pytest.mark.parametrize("kind", [FoldedMessage, FoldedAlternatives])
@pytest.mark.parametrize("subject", SUBJECTS)
def test_no_header_begins_with_an_empty_line(subject: str, kind: type[FoldedMessage]) -> None:
    headers = {"Message-ID": f"<{'m' * 90}@jinya.example>", "List-Unsubscribe": LINK}
    mail = kind(subject, "…\n", SENDER, [f"{'ann' * 20}@jinya.example"], headers=headers)
    if isinstance(mail, FoldedAlternatives):
        mail.attach_alternative("<p>…</p>", "text/html")
    sent = mail.message().as_bytes()
    lines = sent.partition(b"\n\n")[0].split(b"\n")
    assert [line for line in lines if not line.partition(b":")[2].strip() and line[0] != 32] == []
    assert all(line.strip() and len(line) < 200 for line in lines)
    read = message_from_bytes(sent)
    shown = [str(make_header(decode_header(read[name]))) for name in ("Subject", "From")]
    assert [" ".join(text.split()) for text in shown] == [subject.strip(), SENDER]
    assert read["List-Unsubscribe"] == LINK
