import Rehearsal

/// The delays of the machine during a case: the time for which code was ready to run but did not run.
package struct SchedulerLatency: Sendable, Hashable {
    /// The total delay of the client's executor; for a client in another process, that of a thread of the harness.
    package var lost = Duration.zero
    /// The longest single delay of that executor or thread.
    package var longest = Duration.zero
    /// The time for which the client's process was in the run queue, as the operating system counts it.
    package var process = Duration.zero
    /// The number of waits of the process in the run queue; 0 if it is unknown.
    package var processWaits = 0
    /// The maximum time in the run queue between two samples, which are some tens of milliseconds apart.
    package var processLongest = Duration.zero
    /// The time for which the delays were measured.
    package var observed = Duration.zero
    /// The longest delay with which the server read a request or sent a reply.
    package var server = Duration.zero
    /// The threads that blocked the client's executor: `thread 4711 in clock_nanosleep`.
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

    /// The maximum time by which the machine may have delayed one event of the case.
    ///
    /// Between two events, a client waits for a thread a few times. So the time includes four times the longest delay,
    /// but at most the total delay. The 5 ms are the resolution of clocks and timers.
    package var allowance: Duration { .milliseconds(5) + min(lost, longest * 4) + perEvent + server }

    /// The estimated time for which the process waits for a processor before one event: eight average waits.
    ///
    /// The total would be too large: a network stack that polls has tens of thousands of short waits per second.
    private var perEvent: Duration {
        processWaits > 8 ? max(process / processWaits * 8, processLongest) : process
    }

    /// Whether the total delay is at least this duration, and at least half of the observed time.
    package func isLost(_ duration: Duration) -> Bool { lost >= duration && lost * 2 >= observed }

    /// The maximum delay of one event, without the margin of ``allowance``.
    package var delay: Duration { max(longest, server) + perEvent }

    /// Returns the maximum of each pair of values, and the blocking threads of both.
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
    /// The measurement as text: `the threads of this process were blocked for 5.7 s by thread 4711 in clock_nanosleep`.
    package var description: String {
        var parts: [String] = []
        if !blockingThreads.isEmpty {
            let threads = blockingThreads.joined(separator: ", ")
            parts.append("the threads of this process were blocked for \(longest.displayText) by \(threads)")
        } else if longest > .zero {
            parts.append(
                "code that was ready to run waited for up to \(longest.displayText), in total \(lost.displayText)"
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
