"""Play on a Jinya site from a program.

>>> with Client("https://jinya.example", token="jny_...") as client:
...     for match in client.turns():
...         client.play(match, match.legal[0])
"""

from jinya.calls import Board, Match, Move, News, Refused, Token
from jinya.clients import AsyncClient, Client

__all__ = ["AsyncClient", "Board", "Client", "Match", "Move", "News", "Refused", "Token"]
