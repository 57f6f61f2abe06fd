"""The types of the lists of mutants in standard.py and apps."""

from dataclasses import dataclass, field


@dataclass
class Edit:
    """A change of one file: the old text, which must occur in it exactly once, and the new text."""

    file: str
    old: str
    new: str


@dataclass
class Mutant:
    """A client with one defect, or with one permitted variation."""

    id: str
    # A sentence about the defect or the variation.
    defect: str
    edits: list
    # The id of the correct variation that the edits apply to; empty for the unchanged client.
    on: str = ""
    # The rules that must fail.
    caught_by: list = field(default_factory=list)
    # The other rules that inevitably fail as well, each with the reason.
    also_red: dict = field(default_factory=dict)
    # The unimplemented rule for the defect, with its statement; no rule fails then.
    missing: dict = field(default_factory=dict)
    # The rule for the defect that does not detect it, with the reason; no rule fails then.
    unseen: dict = field(default_factory=dict)
    # Whether the client is correct; no rule fails then.
    is_correct: bool = False
    # The changed reference app; empty for the client of standard.py.
    app: str = ""


def client(old, new):
    """Returns an edit of standard_subject.py, the HTTP part of the client."""
    return Edit("standard_subject.py", old, new)


def shared(old, new):
    """Returns an edit of reservations.py: the declaration, the operations and the decoding."""
    return Edit("reservations.py", old, new)


def source(file, old, new):
    """Returns an edit of a file of Sources/ReferenceClients."""
    return Edit(f"Sources/ReferenceClients/{file}", old, new)


def mutant(name, defect, *edits, caught_by=(), on="", also_red=None, missing=None, unseen=None):
    rules = [caught_by] if isinstance(caught_by, str) else list(caught_by)
    return Mutant(name, defect, list(edits), on, rules, also_red or {}, missing or {}, unseen or {})


def correct(name, peculiarity, *edits, on=""):
    return Mutant(name, peculiarity, list(edits), on, is_correct=True)


def app_mutant(name, app, defect, *edits, caught_by=(), also_red=None, unseen=None):
    """Returns a reference app with one defect."""
    result = mutant(name, defect, *edits, caught_by=caught_by, also_red=also_red, unseen=unseen)
    result.app = app
    return result
