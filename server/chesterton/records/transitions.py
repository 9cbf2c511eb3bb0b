"""Which state may follow which, by which action. Nothing else in Chesterton decides this."""

from typing import Literal

from chesterton.records.model import RecordError, Status

Action = Literal["ratify", "reject", "supersede", "amend", "deprecate", "withdraw", "confirm", "edit"]

TRANSITIONS: dict[Status, dict[Action, Status]] = {
    "proposed": {
        "ratify": "accepted",
        "reject": "rejected",
        "withdraw": "withdrawn",
        "edit": "proposed",
        "supersede": "proposed",
    },
    "accepted": {
        "confirm": "accepted",
        "supersede": "superseded",
        "amend": "accepted",
        "deprecate": "deprecated",
        "withdraw": "withdrawn",
        "edit": "accepted",
    },
    "deprecated": {"supersede": "superseded", "withdraw": "withdrawn", "ratify": "accepted"},
    "rejected": {"withdraw": "withdrawn", "supersede": "rejected"},
    "superseded": {"withdraw": "withdrawn", "supersede": "superseded"},
    "withdrawn": {},
}
"""The state an action leads to. `edit` changes anchors and our own keys, never an accepted record's body.
Superseding a proposal leaves it proposed until its successor is ratified."""


class IllegalTransitionError(RecordError):
    """An action that the record's state does not allow; the message says which ones it does."""

    def __init__(self, name: str, status: Status, action: Action, instead: str = "") -> None:
        """`instead` is what is possible in place of an action that only this record's successors forbid."""
        self.legal: tuple[Action, ...] = tuple(one for one in TRANSITIONS[status] if one != action)
        legal = ", ".join(filter(None, (instead, *self.legal))) or "nothing: it is withdrawn for good"
        super().__init__(f"{name} is {status}: it can't {action}. What is possible: {legal}")
        self.status = status
        self.action = action


def after(name: str, status: Status, action: Action) -> Status:
    """The state that `action` leads to.

    Raises:
        IllegalTransitionError: the state does not allow it.
    """
    if action not in TRANSITIONS[status]:
        raise IllegalTransitionError(name, status, action)
    return TRANSITIONS[status][action]
