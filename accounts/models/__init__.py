from accounts.models.given_up_names import GivenUpName
from accounts.models.keyed_requests import KeyedRequest
from accounts.models.letters import Letter
from accounts.models.sanctions import Sanction
from accounts.models.sign_ins import SignIn
from accounts.models.sign_up_codes import SignUpCode
from accounts.models.staff_codes import StaffCode
from accounts.models.switches import SiteSwitches
from accounts.models.tokens import AccessToken
from accounts.models.traces import Trace
from accounts.models.undo_links import UndoLink
from accounts.models.user import User, UserManager
from accounts.models.waiting_addresses import WaitingAddress

__all__ = [
    "AccessToken",
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
