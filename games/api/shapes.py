"""What requests and answers are made of; what is said of a field stands in the description, too."""

from __future__ import annotations

from typing import TypeVar

import ninja
from pydantic import ConfigDict


class Schema(ninja.Schema):
    """The shape of a body."""

    model_config = ConfigDict(use_attribute_docstrings=True)


S = TypeVar("S", bound=Schema)


def shaped(shape: type[S], *sources: object, **more: object) -> S:
    """Return *shape* filled with *more*, and with attributes of the first source that has them.

    AttributeError for a field that nothing has.
    """
    names = [name for name in shape.model_fields if name not in more]
    found = {name: next((s for s in sources if hasattr(s, name)), sources[0]) for name in names}
    return shape(**{name: getattr(source, name) for name, source in found.items()}, **more)


class ProblemOut(Schema):
    """Why something was not done."""

    type: str
    """Names the problem for good: `urn:jinya:problem:` and the code."""
    title: str
    status: int
    detail: str
    """The sentence a page would show, in the reader's language."""
    code: str
