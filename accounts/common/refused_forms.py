"""What happens to a form that is shown again because it was refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse

Response = TypeVar("Response", bound=HttpResponse)
Handler = Callable[[HttpRequest], HttpResponse]


class Refusals:
    """A form that is shown again because it was refused has the status 422."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_template_response(
        self, request: HttpRequest, response: TemplateResponse
    ) -> TemplateResponse:
        form = (response.context_data or {}).get("form")
        if not isinstance(form, BaseForm) or not form.errors:
            return response
        if request.method == "POST" and response.status_code == 200:
            response.status_code = getattr(form, "status", 422)
            retry_after(response, form)
            _focus_first_refusal(form)
        return response


def retry_after(response: Response, form: BaseForm) -> Response:
    """Return the answer that shows *form*, with when to send it again, where the form says so."""
    if (seconds := getattr(form, "retry_after", None)) is not None:
        response["Retry-After"] = str(seconds)
    return response


def _focus_first_refusal(form: BaseForm) -> None:
    """Whoever types goes on where something was wrong."""
    refused = next((name for name in form.fields if name in form.errors), None)
    if refused is None:
        return
    for name, field in form.fields.items():
        field.widget.attrs.pop("autofocus", None)
        if name == refused:
            field.widget.attrs["autofocus"] = True
