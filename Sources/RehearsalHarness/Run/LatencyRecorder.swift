import Rehearsal
package import RehearsalContracts
import RehearsalPlatform
package import RehearsalServer

/// A recorder of the machine's delays during one case: the time for which code was ready to run but did not run.
package final class LatencyRecorder: Sendable {
    private let observation: LatencyMonitor.Observation?
    private let measured: Locked<SchedulerLatency>
    private let call = Locked<Call?>(nil)
    private let startedAt = SystemClock.now()

    /// The instants at which the subject received the case and answered it, in nanoseconds of the journal's clock.
    package struct Call: Sendable, Hashable {
        package var calledAt: Int64
        package var answeredAt: Int64

        package init(calledAt: Int64, answeredAt: Int64) {
            (self.calledAt, self.answeredAt) = (calledAt, answeredAt)
        }
    }

    /// Starts the measurement of the executor on which a client runs.
    package init(_ executor: LatencyMonitor.Executor) {
        (observation, measured) = (LatencyMonitor.shared.observe(executor), Locked(SchedulerLatency()))
    }

    /// Creates a recorder that returns a given latency and measures nothing.
    package init(returning latency: SchedulerLatency) { (observation, measured) = (nil, Locked(latency)) }

    /// The total delay of the client since the start of the case.
    package var lost: Duration {
        max(observation.map { .nanoseconds($0.lateness.total) } ?? .zero, measured.withLock { $0.process })
    }

    /// Records the time for which the client's process has waited for a processor in this case.
    ///
    /// - Parameters:
    ///   - duration: the total time since the start of the case.
    ///   - count: the number of waits in that time.
    package func note(waited duration: Duration, times count: Int) {
        measured.withLock {
            $0.processLongest = max($0.processLongest, duration - $0.process)
            ($0.process, $0.processWaits) = (duration, count)
        }
    }

    /// Records the instants of a call to a subject in another process.
    package func note(_ call: Call) { self.call.withLock { $0 = call } }

    /// The recorded instants; nil for a client in this process.
    var notedCall: Call? { call.withLock { $0 } }

    /// Ends the measurement, and returns the measured delays.
    ///
    /// - Parameter server: the maximum delay of the server in this case.
    func end(server: Duration) -> SchedulerLatency {
        let blockingThreads = observation?.blockingThreads ?? []
        let lateness = observation?.end()
        return measured.withLock {
            if let lateness {
                ($0.lost, $0.longest) = (.nanoseconds(lateness.total), .nanoseconds(lateness.longest))
                $0.blockingThreads = blockingThreads
                $0.observed = .nanoseconds(SystemClock.now() - startedAt)
            }
            $0.server = max($0.server, server)
            return $0
        }
    }
}
