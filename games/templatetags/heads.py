"""What the head of a page says of it is said twice: to readers, and to sites that show a link."""

from __future__ import annotations

from django import template
from django.template import Context
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.simple_block_tag(takes_context=True)
def say(context: Context, content: str, name: str) -> SafeString:
    """Return what is inside, in one line, and keep it under *name* for `say_again`."""
    said = mark_safe(" ".join(content.split()))  # noqa: S308 - rendered by a template
    context.render_context[f"said-{name}"] = said
    return said


@register.simple_tag(takes_context=True)
def say_again(context: Context, name: str) -> SafeString:
    """The same once more."""
    said: SafeString = context.render_context[f"said-{name}"]
    return said
