"""What requests and answers are made of; what is said of a field stands in the description, too."""

from __future__ import annotations

import ninja
from pydantic import ConfigDict


class Schema(ninja.Schema):
    """The shape of a body."""

    model_config = ConfigDict(use_attribute_docstrings=True)
