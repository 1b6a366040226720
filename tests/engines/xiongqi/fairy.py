"""Xiongqi as Fairy-Stockfish is told of it."""

from __future__ import annotations

VARIANT = "jinya-xiongqi"
DEFINITION = f"""
[{VARIANT}]
maxRank = 8
maxFile = 8
king = g:W
fers = a
rook = r
bishop = b
horse = h
cannon = c
chancellor = e
soldier = s
soldierPromotionRank = 5
startFen = rhbagbhr/2c2c2/ssssssss/8/8/SSSSSSSS/2C2C2/RHBAGBHR w - - 0 1
promotionPawnTypes = s
promotionPieceTypes = eacrbh
promotionRegionWhite = *8
promotionRegionBlack = *1
mandatoryPawnPromotion = false
flyingGeneral = false
castling = false
doubleStep = false
stalemateValue = loss
nMoveRule = 0
"""
