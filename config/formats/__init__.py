"""How dates are written, a module a language: for Django, its admin, and `accounts.moments`."""
