"""What the lobby needs to know of Xiongqi."""

from __future__ import annotations

from engines.core.engine import GameMeta

META = GameMeta(
    slug="xiongqi",
    name="Xiongqi",
    seats=("South", "North"),
    rules_version=1,
    bot_levels=("easy", "easy-bold", "medium", "medium-bold", "strong", "strong-firm"),
    begins_anywhere=True,
    endless=True,
    handicaps={
        "horse": "rhbagbhr/2c2c2/ssssssss/8/8/SSSSSSSS/2C2C2/R1BAGBHR S",
        "cannon": "rhbagbhr/2c2c2/ssssssss/8/8/SSSSSSSS/2C5/RHBAGBHR S",
        "chariot": "rhbagbhr/2c2c2/ssssssss/8/8/SSSSSSSS/2C2C2/RHBAGBH1 S",
        "chariots": "rhbagbhr/2c2c2/ssssssss/8/8/SSSSSSSS/2C2C2/1HBAGBH1 S",
    },
)
