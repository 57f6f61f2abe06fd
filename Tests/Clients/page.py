"""Writes the page "What well-known clients do" from the reports of all clients."""

import re

INTRODUCTION = """\
# What well-known clients do

The rules that well-known HTTP clients break, and their answers to questions that users ask.

For each client, a small program, the *subject*, implements the protocol of <doc:Verifying>. It was tested by
`rehearsal verify --profile extended`. The subjects are in `Tests/ConformanceTests/subjects`. Each declares the retries,
the redirects, the cancellation and the token refresh that the documentation of its library describes.
`Tests/Clients/run` writes this page from the reports.

A rule that a client breaks is not always a defect of the client. Many libraries require a decision of the application,
for instance whether a 206 is a success. The page shows the default behavior. Every finding was confirmed by the
documentation of the library, by its source, or by an experiment without Rehearsal.
"""

LEGEND = """\
A † marks behavior of the subject, which the library does not provide. A – means that the question does not apply.
"""

SECOND = 1_000_000_000


class Answers:
    """The answers of one client, read from the clauses of its reports."""

    def __init__(self, client):
        self.client = client
        clauses = client["report"]["clauses"] + client["asked"]["clauses"]
        self.clauses = {clause["id"]: clause for clause in clauses}

    def verdict(self, identifier):
        """Returns `pass` or `fail`; None if the clause does not apply or is blocked by another failure."""
        verdict = self.clauses.get(identifier, {}).get("verdict")
        return verdict if verdict in ("pass", "fail") else None

    def passes(self, identifier, passed, failed, other="–"):
        return {"pass": passed, "fail": failed}.get(self.verdict(identifier), other)

    def outcome(self, identifier):
        """Returns the kind of the last outcome of a clause."""
        return self.clauses[identifier]["outcomes"][-1].split("(")[0]

    def repeats(self, declared, undeclared):
        """Whether a request is retried, by the clause for declared or the clause for undeclared retries."""
        if (verdict := self.verdict(declared)) is not None:
            return "yes" if verdict == "pass" else "no"
        return self.passes(undeclared, "no", "yes")

    def waits(self, question, least):
        """Whether the client waited before its second request for as long as the server asked."""
        exchanges = self.clauses[f"{question}/fetchReservations"]["exchanges"]
        if len(exchanges) < 2:
            return "–"
        return "yes" if exchanges[1]["at"] - exchanges[0]["end"] >= least else "no"

    def dead_connection(self):
        clause = self.clauses["RETRY-04/createReservation/reset/reused"]
        if any("did not reuse its connection" in note for note in clause["notes"]):
            return "keeps none"
        return "yes" if len(clause["exchanges"]) > 2 else "no"

    def packed(self, question):
        """Whether a damaged gzip member is accepted as complete."""
        if self.outcome("ASK-GZIP/fetchReservations") != "value":
            return "reads no gzip"
        return "no" if self.outcome(f"{question}/fetchReservations") == "transport" else "yes"

    def mutation(self, name, place=None):
        """Returns the effect of a changed reply, and its detail."""
        for field in self.client["report"]["maps"][0]["fields"]:
            for change in field["changes"]:
                if change["mutation"] == name and place in (None, field["field"]):
                    return change["effect"], change["detail"]
        return None, ""

    def equal_names(self):
        # The second value has the wrong type, so an error means that the second one counts.
        effect, detail = self.mutation("twice", "$[*].id")
        return {"error": "last" if "typeMismatch" in detail else "error", "tolerated": "first"}.get(effect, "–")

    def invalid_text(self):
        return {"swallowed": "yes", "error": "no"}.get(self.mutation("invalid-utf-8")[0], "–")


# The name of each question, its text, and the answer.
MATRIX = [
    ("503", "Sends a GET again after a 503?",
     lambda it: it.repeats("RETRY-01/fetchReservations/503", "RETRY-02/fetchReservations/undeclared/503")),
    ("post-503", "Sends a POST again after a 503?",
     lambda it: it.passes("RETRY-04/createReservation/503/fresh", "no", "yes")),
    ("loss", "Sends a GET again after a reset?",
     lambda it: it.repeats("RETRY-06/fetchReservations/reset", "RETRY-02/fetchReservations/undeclared/reset")),
    ("dead", "Sends a POST again after a reset of a reused connection?", Answers.dead_connection),
    ("seconds", "Waits for the seconds of Retry-After?", lambda it: it.waits("ASK-SECONDS", 3 * SECOND)),
    # The date has no fractions of a second.
    ("date", "Waits until the date of Retry-After?", lambda it: it.waits("ASK-DATE", 3.9 * SECOND)),
    ("unreadable", "Ignores a Retry-After that is unreadable?",
     lambda it: it.passes("BACK-07/fetchReservations/abc", "yes", "no")),
    ("short", "Accepts a body shorter than its Content-Length?",
     lambda it: it.passes("TRN-03/fetchReservations/fin", "no", "yes")),
    ("chunks", "Accepts chunks without the last one?",
     lambda it: it.passes("TRN-04/fetchReservations/no-last-chunk", "no", "yes")),
    ("half", "Accepts half of a gzip member?", lambda it: it.packed("ASK-HALF-GZIP")),
    ("trailer", "Accepts gzip without its checksum?", lambda it: it.packed("ASK-NO-TRAILER")),
    ("interim", "Skips 100, 102 and 103 before the reply?",
     lambda it: it.passes("STAT-11/fetchReservations/interim", "yes", "no")),
    ("head", "Accepts a head that is cut?", lambda it: it.passes("TRN-07/fetchReservations/head-fin", "no", "yes")),
    ("lengths", "Accepts two different values of Content-Length?",
     lambda it: it.passes("TRN-08/fetchReservations/two-lengths", "no", "yes")),
    ("letters", "Accepts a Content-Length of abc?",
     lambda it: it.passes("TRN-08/fetchReservations/letters", "no", "yes")),
    ("extra", "Takes bytes after a reply for the next one?",
     lambda it: it.passes("TRN-09/fetchReservations", "no", "yes")),
    ("206", "Treats a 206 as the whole reply?", lambda it: it.passes("STAT-13/fetchReservations", "no", "yes")),
    ("type", "Reads JSON that is declared to be HTML?",
     lambda it: "yes" if it.outcome("ASK-TYPE/fetchReservations") == "value" else "no"),
    ("names", "Which of two members with the same name counts?", Answers.equal_names),
    ("text", "Reads text that is not UTF-8?", Answers.invalid_text),
    ("error-body", "Keeps the body of an error?", lambda it: it.passes("STAT-07/fetchReservations/body", "yes", "no")),
    ("cancel", "Ends a call when it is cancelled?",
     lambda it: it.passes("CANC-01/fetchReservations/head", "yes", "no")),
    ("refresh", "Shares one token refresh among calls?",
     lambda it: it.passes("AUTH-03/fetchReservations", "yes", "no")),
]


def cell(question, answers):
    name, _, answer = question
    shown = answer(answers)
    return f"{shown} †" if name in answers.client["own"] and shown != "–" else shown


def row(cells):
    return f"| {' | '.join(cells)} |"


def matrix(clients):
    """Returns the table with the answers of all clients to the questions."""
    all_answers = [Answers(client) for client in clients]
    lines = [row(["question", *(client["title"] for client in clients)]), row(["---"] * (len(clients) + 1))]
    lines += [row([question[1], *(cell(question, answers) for answers in all_answers)]) for question in MATRIX]
    return "\n".join(lines)


def failed(client):
    """Returns the failed clauses of a client."""
    return [clause for clause in client["report"]["clauses"] if clause["verdict"] == "fail"]


def names(entry, clients):
    """Returns the titles of the clients of an entry, and the name of a family if the entry has all of its members."""
    families = {}
    for client in clients:
        families.setdefault(client.get("family", client["title"]), []).append(client)
    titles = []
    for family, members in families.items():
        found = [client["title"] for client in members if client["id"] in entry["clients"]]
        titles += [family] if len(found) == len(members) else found
    return ", ".join(titles)


# The groups of findings in confirmed.json: the heading, and a sentence about it.
GROUPS = {
    "messages": ("Unusual and damaged replies", "The client does not follow the framing of HTTP messages."),
    "retries": ("Retries and waits", "The client retries too often, or does not retry because of a Retry-After."),
    "results": ("Errors and values", "The caller receives less than the reply contained, or something else."),
    "application": (
        "Decisions of the application", "The library has a default, and expects the application to choose another.",
    ),
}


def tested(entry):
    """Returns the rule of an entry, and the variants in its patterns."""
    parts = [pattern.split("/", 2) for pattern in entry["clauses"]]
    variants = dict.fromkeys(f"`{part[2]}`" for part in parts if len(part) > 2)
    return f"{entry['rule']}: {', '.join(variants)}" if variants else entry["rule"]


def findings(group, clients, confirmed):
    """Returns the section with the rules that clients break, of one group."""
    heading, about = GROUPS[group]
    lines = [row(["rule and variants", "clients", "behavior", "confirmed by"]), row(["---"] * 4)]
    for entry in confirmed:
        if entry["group"] == group:
            cells = [tested(entry), names(entry, clients), entry["because"], entry["source"]]
            lines.append(row([cell.replace("|", "\\|") for cell in cells]))
    return "\n\n".join([f"### {heading}", about, "\n".join(lines)])


def table(clients):
    """Returns the table of the clients, with their versions and the counts of clauses."""
    kinds = ["pass", "fail", "blocked", "notApplicable"]
    lines = [row(["client", "version", "pass", "fail", "blocked", "does not apply", "configuration"])]
    lines.append(row(["---"] * 7))
    for client in clients:
        counts = [str(client["report"]["counts"][kind]) for kind in kinds]
        lines.append(row([client["title"], client["shown"], *counts, client["about"]]))
    return "\n".join(lines)


def rules(clients):
    """Returns the table of the broken rules, with their statements and sources."""
    broken = {clause["rule"] for client in clients for clause in failed(client)}
    known = {rule["id"]: rule for client in clients for rule in client["report"]["rules"]}
    lines = [row(["rule", "statement", "source"]), row(["---"] * 3)]
    lines += [row([name, known[name]["statement"], known[name]["source"]]) for name in sorted(broken)]
    return "\n".join(lines)


FINDINGS = """\
`rehearsal verify --profile extended --only 'TRN-07/*/head-fin'` tests one variant of a rule, and
`rehearsal help TRN-07` explains the rule.
"""

CLIENTS = """\
The numbers are clauses: a clause is one test of one operation by one rule. A clause that depends on a failed clause is
*blocked*, and not judged. A clause about a feature that the client does not declare does not apply.
<doc:WritingAContract> lists the other verdicts.
"""


def text(clients, confirmed):
    """Returns the page."""
    parts = [INTRODUCTION.rstrip(), "## Questions and answers", LEGEND.rstrip(), matrix(clients)]
    parts += ["## The findings", FINDINGS.rstrip()] + [findings(group, clients, confirmed) for group in GROUPS]
    parts += ["## The clients", CLIENTS.rstrip(), table(clients), "## The rules that are broken", rules(clients)]
    return "\n\n".join(parts) + "\n"
