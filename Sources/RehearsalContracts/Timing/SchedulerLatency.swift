import Rehearsal

/// The time for which the code of a case was ready to run but did not run, which affects the measured times.
package struct SchedulerLatency: Sendable, Hashable {
    /// The total time that the client's executor was ready but did not run; for a client in another process, that of
    /// a thread of the harness.
    package var lost = Duration.zero
    /// The longest of these waits.
    package var longest = Duration.zero
    /// Time for which the process of the client was in the run queue, as the system counts it.
    package var process = Duration.zero
    /// The number of its waits there; 0 if it is unknown.
    package var processWaits = 0
    /// The longest wait between two samples, which are some tens of milliseconds apart.
    package var processLongest = Duration.zero
    /// The time for which the case was observed.
    package var observed = Duration.zero
    /// The longest delay with which the server read a request or sent a reply.
    package var server = Duration.zero
    /// The threads that held the client's executor: `thread 4711 in clock_nanosleep`.
    package var blockingThreads: [String] = []

    package init(
        lost: Duration = .zero,
        longest: Duration = .zero,
        process: Duration = .zero,
        processWaits: Int = 0,
        server: Duration = .zero,
        holders: [String] = [],
    ) {
        (self.lost, self.longest, self.process) = (lost, longest, process)
        (self.processWaits, self.server, self.blockingThreads) = (processWaits, server, holders)
    }

    /// The longest time by which the machine may have delayed one event of the case.
    ///
    /// A client does a few things between two events, and waits for a thread before each. So it includes four of the
    /// longest waits, but no more than their total. The 5 ms are the resolution of clocks and timers.
    package var allowance: Duration { .milliseconds(5) + min(lost, longest * 4) + perEvent + server }

    /// The time that the process waited for a processor before one event: eight of its waits, at most their total.
    ///
    /// The total alone is not conclusive: a network stack that polls has tens of thousands of short waits a second.
    private var perEvent: Duration {
        processWaits > 8 ? max(process / processWaits * 8, processLongest) : process
    }

    /// Whether the code of the case lost this duration, and at least half of the observed time.
    package func isLost(_ duration: Duration) -> Bool { lost >= duration && lost * 2 >= observed }

    /// The longest measured delay of an event in the case.
    package var delay: Duration { max(longest, server) + perEvent }

    /// Returns the latency with the larger of each pair of values.
    package func merged(with other: SchedulerLatency) -> SchedulerLatency {
        var merged = SchedulerLatency(
            lost: max(lost, other.lost),
            longest: max(longest, other.longest),
            process: max(process, other.process),
            processWaits: process > other.process ? processWaits : other.processWaits,
            server: max(server, other.server),
            holders: blockingThreads + other.blockingThreads.filter { !blockingThreads.contains($0) }
        )
        merged.processLongest = max(processLongest, other.processLongest)
        merged.observed = max(observed, other.observed)
        return merged
    }
}

extension SchedulerLatency: CustomStringConvertible {
    /// The measurement as text: `the threads of this process were held for 5.7 s by thread 4711 in clock_nanosleep`.
    package var description: String {
        var parts: [String] = []
        if !blockingThreads.isEmpty {
            let threads = blockingThreads.joined(separator: ", ")
            parts.append("the threads of this process were held for \(longest.displayText) by \(threads)")
        } else if longest > .zero {
            parts.append(
                "code that was ready to run waited for up to \(longest.displayText), \(lost.displayText) in all"
            )
        }
        if process > .zero {
            let times = processWaits > 0 ? " in \(processWaits) waits" : ""
            parts.append("the client's process waited \(process.displayText) for a processor\(times)")
        }
        if server > .zero { parts.append("the server was late by up to \(server.displayText)") }
        return parts.isEmpty ? "no latency was measured" : parts.joined(separator: "; ")
    }
}
