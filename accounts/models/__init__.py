from accounts.models.letters import Letter
from accounts.models.sign_ins import SignIn
from accounts.models.user import User, UserManager

__all__ = ["Letter", "SignIn", "User", "UserManager"]
