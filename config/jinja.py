"""What templates compiled to Python may use: Django's second backend, for the live match page.

They are called ``*.jinja.html`` and stand beside the others; why, is in docs/adr/0011. Sentences
are marked as in every other template, so the same tools gather them. A template is compiled once
for each language, with what its sentences say there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, MutableMapping
from functools import lru_cache, partial
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpRequest
from django.template.backends.utils import csrf_input
from django.templatetags.static import static
from django.utils.functional import SimpleLazyObject
from django.utils.html import json_script
from django.utils.translation import get_language, gettext, ngettext, pgettext, trim_whitespace
from jinja2 import (
    Environment,
    FileSystemLoader,
    StrictUndefined,
    Template,
    TemplateNotFound,
    nodes,
    pass_environment,
)
from jinja2.ext import Extension
from jinja2.parser import Parser
from markupsafe import Markup

from accounts.common.dates import day, iso_text, when
from games.common.addresses import address
from games.templatetags import boards, shelf

ENDING = ".jinja.html"
INDENT = re.compile(r"^[ ]+", re.MULTILINE)


def environment(**options: Any) -> Environment:
    """Return an environment for all languages: unknown names are errors, texts are escaped."""
    paths = options.pop("loader").searchpath
    options |= {"undefined": StrictUndefined, "trim_blocks": True, "lstrip_blocks": True}
    made = Languages(loader=Loader(paths), extensions=[Sentences], **options)
    made.globals |= {
        "_": translated,
        "kept": kept,
        "static": lru_cache(maxsize=256)(static),
        "url": address,
        **{tag.__name__: tag for tag in TAGS},
    }
    made.filters |= {
        "day": day,
        "iso": iso_text,
        "json_script": partial(json_script, encoder=Tight),
        "when": when,
    }
    return made


class Tight(DjangoJSONEncoder):
    """JSON without blanks."""

    item_separator, key_separator = ",", ":"


TAGS: tuple[Callable[..., object], ...] = (
    boards.board_cell,
    boards.board_ranks,
    boards.move_link,
    boards.move_short,
    boards.piece,
    boards.pledge_lines,
    boards.square,
    boards.step,
    boards.step_to,
    shelf.bot_face,
    shelf.legend,
)


@pass_environment
def kept(environment: Environment, name: str, **values: Hashable) -> Markup:
    """The template *name* with those *values* alone, drawn once for all who see the same.

    The values are compared as they are, so there is nothing of a viewer or of a match in it.
    """
    return _kept(environment, name, tuple(values.items()))


@lru_cache(maxsize=256)
def _kept(environment: Environment, name: str, values: tuple[tuple[str, Any], ...]) -> Markup:
    return Markup(environment.get_template(name).render(dict(values)))  # noqa: S704 - escaped there


def one_token(request: HttpRequest) -> dict[str, object]:
    """The field of the token against forged requests: masked once for all forms of a page."""
    kept: Any = request.__dict__
    if "one_token" not in kept:
        kept["one_token"] = SimpleLazyObject(partial(csrf_input, request))
    return {"csrf_input": kept["one_token"]}


class Languages(Environment):
    """An environment that has another one for each language, and hands out the reader's."""

    def get_template(self, *args: Any, **options: Any) -> Template:
        """As the base class; what a template includes is in the language it was compiled in."""
        if not self.overlayed:
            return self._spoken().get_template(*args, **options)
        return super().get_template(*args, **options)

    def from_string(self, *args: Any, **options: Any) -> Template:
        """As the base class."""
        if not self.overlayed:
            return self._spoken().from_string(*args, **options)
        return super().from_string(*args, **options)

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """As the base class, flat: a chain of maps is put together anew by every rendering."""
        return {**self.globals, **(d or {})}

    def _spoken(self) -> Environment:
        language, made = get_language(), self.__dict__.setdefault("made", {})
        return made.get(language) or made.setdefault(language, self.overlay())


class Loader(FileSystemLoader):
    """Leaves templates with any other ending to Django; indentation is for us, and is not sent."""

    def get_source(self, environment: Environment, template: str) -> Any:
        """As the base class."""
        if not template.endswith(ENDING):
            raise TemplateNotFound(template)
        source, *more = super().get_source(environment, template)
        return INDENT.sub("", source), *more


def translated(text: str) -> Markup:
    """*text* in the reader's language. Like all that templates say themselves, it is markup."""
    return Markup(gettext(text))  # noqa: S704 - catalogues are ours


class Sentences(Extension):
    """``{% translate %}`` and ``{% blocktranslate %}`` of Django, as far as we use them.

    What they say in the reader's language is compiled in, but for what depends on a number.
    """

    tags = {"translate", "blocktranslate"}

    def parse(self, parser: Parser) -> nodes.Node:
        """The node of one tag, up to its end."""
        tag = next(parser.stream)
        said = self._block(parser) if tag.value == "blocktranslate" else self._line(parser)
        return nodes.Output([said], lineno=tag.lineno)

    @staticmethod
    def _line(parser: Parser) -> nodes.Expr:
        text = parser.stream.expect("string").value
        if parser.stream.skip_if("name:context"):
            return nodes.TemplateData(pgettext(parser.stream.expect("string").value, text))
        return nodes.TemplateData(gettext(text))

    def _block(self, parser: Parser) -> nodes.Expr:
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
        filled = nodes.Dict([nodes.Pair(nodes.Const(name), one) for name, one in values.items()])
        if counted is None:
            return self.call_method("_said", [nodes.Const(gettext(texts[0])), filled])
        return self.call_method("_counted", [*map(nodes.Const, texts), counted, filled])

    @staticmethod
    def _said(text: str, values: dict[str, object]) -> Markup:
        return Markup(text) % values  # noqa: S704 - catalogues are ours; the values are escaped

    @classmethod
    def _counted(cls, text: str, plural: str, number: int, values: dict[str, object]) -> Markup:
        return cls._said(ngettext(text, plural, number), values)
