"""What templates compiled to Python may use: Django's second backend, for the live match page.

They are called ``*.jinja.html`` and stand beside the others; why, is in docs/adr/0011. Sentences
are marked as in every other template, so the same tools gather them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Any

from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import json_script
from django.utils.translation import get_language, gettext, ngettext, pgettext, trim_whitespace
from jinja2 import (
    Environment,
    FileSystemLoader,
    StrictUndefined,
    TemplateNotFound,
    nodes,
    pass_environment,
)
from jinja2.ext import Extension
from jinja2.parser import Parser
from markupsafe import Markup

from accounts.moments import iso_text, when
from games.templatetags import boards, shelf

ENDING = ".jinja.html"


def environment(**options: Any) -> Environment:
    """The one environment: an unknown name is an error, and texts are escaped."""
    paths = options.pop("loader").searchpath
    options |= {"undefined": StrictUndefined, "trim_blocks": True, "lstrip_blocks": True}
    made = Environment(  # noqa: S701 - Django hands in autoescape=True
        loader=Loader(paths), extensions=[Sentences], **options
    )
    made.globals |= {
        "_": translated,
        "kept": kept,
        "static": static,
        "url": address,
        **{tag.__name__: tag for tag in TAGS},
    }
    made.filters |= {"iso": iso_text, "json_script": json_script, "when": when}
    return made


TAGS: tuple[Callable[..., object], ...] = (
    boards.board_cell,
    boards.board_ranks,
    boards.move_link,
    boards.piece,
    boards.pledge_lines,
    boards.square,
    boards.step,
    shelf.bot_face,
    shelf.legend,
)


@pass_environment
def kept(environment: Environment, name: str, **values: Hashable) -> Markup:
    """The template *name* with those *values* alone, drawn once for all who see the same.

    The values are compared as they are, so there is nothing of a viewer or of a match in it.
    """
    return _kept(environment, name, get_language(), tuple(values.items()))


@lru_cache(maxsize=256)
def _kept(
    environment: Environment, name: str, _language: str | None, values: tuple[tuple[str, Any], ...]
) -> Markup:
    return Markup(environment.get_template(name).render(dict(values)))  # noqa: S704 - escaped there


class Loader(FileSystemLoader):
    """Leaves templates with any other ending to Django."""

    def get_source(self, environment: Environment, template: str) -> Any:
        """As the base class."""
        if not template.endswith(ENDING):
            raise TemplateNotFound(template)
        return super().get_source(environment, template)


def address(name: str, *args: object) -> str:
    """As Django's ``{% url %}``."""
    return reverse(name, args=args)


def translated(text: str) -> Markup:
    """*text* in the reader's language. Like all that templates say themselves, it is markup."""
    return Markup(gettext(text))  # noqa: S704 - catalogues are ours


class Sentences(Extension):
    """``{% translate %}`` and ``{% blocktranslate %}`` of Django, as far as we use them."""

    tags = {"translate", "blocktranslate"}

    def parse(self, parser: Parser) -> nodes.Node:
        """The node of one tag, up to its end."""
        tag = next(parser.stream)
        args = self._block(parser) if tag.value == "blocktranslate" else self._line(parser)
        call = self.call_method("_said", args, lineno=tag.lineno)
        return nodes.Output([call], lineno=tag.lineno)

    @staticmethod
    def _line(parser: Parser) -> list[nodes.Expr]:
        text = parser.parse_primary()
        if parser.stream.skip_if("name:context"):
            return [text, parser.parse_primary()]
        return [text]

    @staticmethod
    def _block(parser: Parser) -> list[nodes.Expr]:
        """``[trimmed] [with name=value ...] [count name=value]``, then all up to the end."""
        stream, values, counted = parser.stream, dict[str, nodes.Expr](), None
        is_trimmed = stream.skip_if("name:trimmed")
        while stream.current.type != "block_end":
            is_count = stream.skip_if("name:count")
            stream.skip_if("name:with")
            name = stream.expect("name").value
            stream.expect("assign")
            values[name] = parser.parse_expression()
            counted = values[name] if is_count else counted
        stream.expect("block_end")
        texts = [""]
        while not stream.current.test("block_begin") or not stream.look().test(
            "name:endblocktranslate"
        ):
            token = next(stream)
            if token.type == "data":
                texts[-1] += token.value.replace("%", "%%")
            elif token.type == "variable_begin":
                texts[-1] += f"%({stream.expect('name').value})s"
                stream.expect("variable_end")
            else:
                stream.expect("name:plural")
                stream.expect("block_end")
                texts.append("")
        next(stream)
        next(stream)
        if is_trimmed:
            texts = [trim_whitespace(text) for text in texts]
        pairs = [nodes.Pair(nodes.Const(name), value) for name, value in values.items()]
        nothing = nodes.Const(None)
        plural = nodes.Const(texts[1]) if counted else nothing
        return [nodes.Const(texts[0]), nothing, nodes.Dict(pairs), plural, counted or nothing]

    @staticmethod
    def _said(
        text: str,
        context: str | None = None,
        values: dict[str, object] | None = None,
        plural: str | None = None,
        number: int | None = None,
    ) -> Markup:
        if plural is not None and number is not None:
            found = ngettext(text, plural, number)
        else:
            found = gettext(text) if context is None else pgettext(context, text)
        said = Markup(found)  # noqa: S704 - catalogues are ours; the values are escaped below
        return said if values is None else said % values
