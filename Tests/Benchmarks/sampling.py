"""Shares of the kernel and of user space in the processor time of a server, sampled by perf."""

import re
import shutil
import signal
import subprocess
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from servers import Failure

# 4,999 samples a second: no multiple of the timer's frequency, so that samples do not always follow a tick.
RECORD = ["perf", "record", "-e", "cpu-clock", "-F", "4999", "-g"]
# The system calls of each row. Each server sends, receives and waits with one call of a row.
ROWS = {
    "send (`sendto`, `writev`)": {"sendto", "sendmsg", "sendmmsg", "write", "writev"},
    "receive (`recvfrom`)": {"recvfrom", "recvmsg", "recvmmsg", "read", "readv"},
    "wait (`epoll_wait`)": {"epoll_wait", "epoll_pwait", "epoll_pwait2"},
}
OTHER = "kernel, other"
FRAME = re.compile(r"\s+[0-9a-f]+ (.*) \((\S.*)\)$")
# A function of the kernel that is named after a system call: `__x64_sys_sendto`, `do_writev`.
CALL = re.compile(r"(?:__\w+_sys_|__sys_|ksys_|do_)(\w+)$")


@dataclass
class Samples:
    """Samples of a server under load; each stands for an equal part of its processor time."""

    cpu: float = 0
    user: Counter = field(default_factory=Counter)
    kernel: Counter = field(default_factory=Counter)

    @property
    def total(self):
        return self.user.total() + self.kernel.total()

    def time(self, samples):
        """Returns the processor time per request that a number of samples stands for, in microseconds."""
        return self.cpu * samples / self.total


def missing():
    """Returns the reason why perf cannot sample here; None if it can."""
    if not shutil.which("perf"):
        return "perf is not installed; on Debian: sudo apt-get install linux-perf"
    trial = subprocess.run(
        [*RECORD, "-o", "/dev/null", "--", "true"],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=20,
    )
    if trial.returncode == 0:
        return None
    reason = next((line.strip() for line in trial.stderr.splitlines() if line.strip()), "no output")
    return f"perf failed with status {trial.returncode}: {reason}"


def sample(folder, load, seconds):
    """Samples the server of a load while wrk sends it requests."""
    data = Path(folder, "perf.data")
    workers = ",".join(str(worker) for worker in load.server.workers)
    # The end of `sleep` ends perf, if this script is killed.
    command = [*RECORD, "-o", str(data), "-p", workers, "--", "sleep", str(seconds + 30)]
    recorder = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        piece = load.run(seconds)
        recorder.send_signal(signal.SIGINT)
        _, errors = recorder.communicate(timeout=30)
    finally:
        if recorder.poll() is None:
            recorder.kill()
            recorder.wait()
    shown = subprocess.run(
        ["perf", "script", "-i", str(data), "-F", "ip,sym,dso"],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", timeout=120,
    )
    samples = read(shown.stdout)
    if samples.total == 0:
        raise Failure(f"perf took no samples of {load.server.name}: {errors.strip() or shown.stderr.strip()}")
    samples.cpu = piece.cpu
    return samples


def read(text):
    """Reads the output of `perf script`: for each sample the frames, the innermost first, and an empty line."""
    samples = Samples()
    for block in text.split("\n\n"):
        frames = [match.groups() for match in map(FRAME.match, block.splitlines()) if match]
        if not frames:
            continue
        name, file = frames[0]
        if not file.startswith("["):
            samples.user[name.partition("+0x")[0]] += 1
            continue
        calls = {match[1] for name, _ in frames if (match := CALL.match(name))}
        samples.kernel[next((row for row, members in ROWS.items() if calls & members), OTHER)] += 1
    return samples
