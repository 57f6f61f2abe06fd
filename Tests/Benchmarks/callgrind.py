"""Instructions and calls a request in user space, counted by callgrind."""

import http.client
import re
import subprocess
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from servers import HIT, MISS, Failure, Rehearsal

# Two runs differ only in the number of requests, so that their difference has no start and no end.
FEW, MANY = 100, 600
# The functions whose calls are counted, by row. A retain of a bridged object calls `swift_retain` too. On ARM the runtime
# has a copy of `swift_retain` for each register.
COUNTED = {
    "`swift_retain`": r"swift_retain(_n|_x\d+)?",
    "`swift_release`": r"swift_release(_n|_x\d+)?",
    "exclusivity checks (`swift_beginAccess`)": r"swift_beginAccess",
    "heap allocations (`malloc`)": r"(malloc|calloc|realloc|memalign|aligned_alloc|posix_memalign)",
}


@dataclass
class Profile:
    """Instructions by function, and calls by calling and called function, in a run or in one request."""

    instructions: Counter
    calls: Counter

    @property
    def total(self):
        return sum(self.instructions.values())

    def called(self, pattern):
        """Returns the number of calls of all functions whose symbols match a pattern."""
        return self.callers(pattern).total()

    def callers(self, pattern):
        """Returns the number of these calls by the symbol of the caller."""
        counts = Counter()
        for (caller, callee), count in self.calls.items():
            if re.fullmatch(pattern, callee):
                counts[caller] += count
        return counts

    def each(self, fewer, requests):
        """Returns the profile of one request, from this run and a run with fewer requests."""

        def difference(many, few):
            return Counter({key: (count - few[key]) / requests for key, count in many.items()})

        return Profile(difference(self.instructions, fewer.instructions), difference(self.calls, fewer.calls))


def read(path):
    """Reads a file of callgrind: https://valgrind.org/docs/manual/cl-format.html."""
    names, instructions, calls, counted = {}, Counter(), Counter(), None
    function = callee = None
    is_call = False

    def name(text):
        number, known = re.match(r"\((\d+)\)(?: (.*))?$", text).groups()
        if known is not None:
            # Functions that call each other in a cycle get a number for each level.
            names[number] = re.sub(r"'\d+$", "", known)
        return names[number]

    with open(path, errors="replace") as lines:
        for line in lines:
            key, _, value = line.rstrip("\n").partition("=")
            if key == "fn":
                function = name(value)
            elif key == "cfn":
                callee = name(value)
            elif key == "calls":
                calls[function, callee] += int(value.split()[0])
                is_call = True
            elif line[0].isdigit() or line[0] in "+-*":
                # The line after `calls` is the cost of the called function, which its own lines have too.
                if not is_call:
                    instructions[function] += int(line.split()[1])
                is_call = False
            elif line.startswith("totals:"):
                counted = int(line.split()[1])
    found = Profile(instructions, calls)
    if found.total != counted:
        raise Failure(f"the functions in the file of callgrind have {found.total} instructions, but its totals are {counted}")
    return found


class Observed(Rehearsal):
    """`rehearsal serve` under callgrind."""

    def __init__(self, folder, endpoints, output):
        options = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={output}"]
        super().__init__(folder, endpoints, before=options, options=["--no-control"])


def send(port, pattern, paths, status, requests):
    """Sends requests on one connection, each after the reply to the last."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    for number in range(requests):
        connection.putrequest("GET", pattern % (number % paths), skip_accept_encoding=True)
        connection.endheaders()
        reply = connection.getresponse()
        reply.read()
        if reply.status != status or reply.will_close:
            raise Failure(f"rehearsal under callgrind replied with {reply.status}, not with {status} on an open connection")
    connection.close()


def profile(folder, endpoints, is_miss):
    """Returns the profile of one request."""
    pattern, paths, status = (MISS, 1000, 501) if is_miss else (HIT, endpoints, 200)
    runs = []
    for requests in (FEW, MANY):
        output = Path(folder, f"callgrind-{'miss' if is_miss else 'hit'}-{requests}")
        server = Observed(folder, endpoints, output)
        send(server.port, pattern, paths, status, requests)
        server.stop()
        runs.append(read(output))
    fewer, run = runs
    found = run.each(fewer, MANY - FEW)
    if found.total < 1:
        raise Failure("callgrind counted no instructions")
    return found


def demangled(names):
    """Returns the Swift names of symbols; other names stay."""
    done = subprocess.run(
        ["swift", "demangle", "--simplified"], input="\n".join(names), capture_output=True, text=True, timeout=60, check=True
    )
    return dict(zip(names, done.stdout.splitlines()))
