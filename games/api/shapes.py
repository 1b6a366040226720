"""What requests and answers are made of; what is said of a field stands in the description, too."""

from __future__ import annotations

import ninja
from pydantic import ConfigDict


class Schema(ninja.Schema):
    """The shape of a body."""

    model_config = ConfigDict(use_attribute_docstrings=True)


class ProblemOut(Schema):
    """The reason why something was refused."""

    type: str
    """Names the problem for good: `urn:jinya:problem:` and the code."""
    title: str
    status: int
    detail: str
    """The sentence a page would show, in the reader's language."""
    code: str
