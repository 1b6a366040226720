from accounts.models.friends import ChildFriend
from accounts.models.given_up_names import GivenUpName
from accounts.models.letters import Letter, WaitingAddress
from accounts.models.sanctions import Sanction
from accounts.models.sign_ins import SignIn, SignUpCode, StaffCode, Trace, UndoLink
from accounts.models.switches import SiteSwitches
from accounts.models.tokens import AccessToken, KeyedRequest
from accounts.models.user import User, UserManager

__all__ = [
    "AccessToken",
    "ChildFriend",
    "GivenUpName",
    "KeyedRequest",
    "Letter",
    "Sanction",
    "SignIn",
    "SignUpCode",
    "SiteSwitches",
    "StaffCode",
    "Trace",
    "UndoLink",
    "User",
    "UserManager",
    "WaitingAddress",
]
