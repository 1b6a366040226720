"""How strong the bots are: matches between levels, and against players that never change."""

from config import compiled

compiled.install()
