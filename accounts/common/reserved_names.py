"""Names nobody may take, because others would trust or mistake them."""

from __future__ import annotations

from functools import cache

from django.conf import settings

from accounts.common.lookalikes import skeleton, suspect

_EXACT = """
about abuse accounts admin administrator anon anonymous archive arbiter bot bots bystander
contact desk everyone guest guests help helper home host house info jinya login
logout mail mailer-daemon match matches me mod moderator nation news nobody noreply north notices
npc npcs null official operator owner player players postmaster register root rules security
settings shogi signin signup south spectator staff superuser support sysadmin system team test
undefined unknown user users viewer webmaster you
陣屋 じんや ジンヤ 管理者 管理人 管理 運営 運営者 公式 スタッフ モデレーター 審判 サポート
ヘルプ システム 事務局 ゲスト 名無し 名無しさん 匿名 ボット ロボット 本人 自分 あなた 対局者 観戦者
none nil nan true false new ties
tama uribo ponta shishi kurama genbu タマ ウリ坊 ポン太 獅子丸 鞍馬 玄武
北 南 先手 後手 軍人将棋 軍儀 雪中将棋 正体隠匿将棋 ネイション 棋士 ユーザー 退会者 不明
"""
_WITHIN = ("jinya", "陣屋", "moderator", "モデレーター", "運営", "管理者", "公式")
_AT_AN_END = ("admin", "support", "サポート")


def _without_digits(name: str) -> str:
    return "".join(sign for sign in name if not sign.isdigit())


@cache
def _exact_bare(added: tuple[str, ...]) -> frozenset[str]:
    """Our names, those of the games, and those the operator has *added*."""
    return frozenset(suspect(word) for word in (*_EXACT.split(), *settings.GAME_WORDS, *added))


OF_THE_GONE = "gone-"
"""How the name begins that what is left of a deleted account has; it has no profile."""

_WITHIN_BARE = tuple(suspect(word) for word in _WITHIN)
_ENDS_BARE = tuple(suspect(word) for word in _AT_AN_END)


def is_reserved(name: str) -> bool:
    """Return whether *name* is, or passes for, a name of the site."""
    is_ours = any(_is_taken(suspect(text)) for text in (name, _without_digits(name)))
    return is_ours or skeleton(name).startswith(OF_THE_GONE)


def _is_taken(bare: str) -> bool:
    return (
        bare in _exact_bare(tuple(settings.RESERVED_NAMES))
        or any(word in bare for word in _WITHIN_BARE)
        or bare.startswith(_ENDS_BARE)
        or bare.endswith(_ENDS_BARE)
    )
