"""How strong the bots are: matches between levels, and against players that never change."""

from engines import compiled

compiled.install()
