import Rehearsal
package import RehearsalContracts
import RehearsalPlatform
package import RehearsalServer

/// Measures, during one case, how long code that was ready to run did not run.
package final class LatencyRecorder: Sendable {
    private let observation: Heartbeat.Observation?
    private let measured: Locked<SchedulerLatency>
    private let call = Locked<Call?>(nil)
    private let startedAt = SystemClock.now()

    /// The instants between which the subject had the case, in nanoseconds of the journal's clock.
    package struct Call: Sendable, Hashable {
        package var calledAt: Int64
        package var answeredAt: Int64

        package init(calledAt: Int64, answeredAt: Int64) {
            (self.calledAt, self.answeredAt) = (calledAt, answeredAt)
        }
    }

    /// Begins to measure the executor on which a client runs.
    package init(_ executor: Heartbeat.Executor) {
        (observation, measured) = (Heartbeat.shared.observe(executor), Locked(SchedulerLatency()))
    }

    /// A recorder that returns a given latency and measures nothing.
    package init(returning latency: SchedulerLatency) { (observation, measured) = (nil, Locked(latency)) }

    /// The time that the client has lost since the case began, as far as it is known now.
    package var lost: Duration {
        max(observation.map { .nanoseconds($0.lateness.total) } ?? .zero, measured.withLock { $0.process })
    }

    /// Notes how long, and how often, the process of the client has waited for a processor in this case.
    package func note(waited total: Duration, times count: Int) {
        measured.withLock {
            $0.processLongest = max($0.processLongest, total - $0.process)
            ($0.process, $0.processWaits) = (total, count)
        }
    }

    /// Notes when a subject in another process was asked, and when it had answered.
    package func note(_ call: Call) { self.call.withLock { $0 = call } }

    /// The instants that were noted; nil for a client in this process.
    var notedCall: Call? { call.withLock { $0 } }

    /// Ends the measurement.
    ///
    /// - Parameter server: the longest time by which the server was late in this case.
    func end(server: Duration) -> SchedulerLatency {
        let holders = observation?.holders ?? []
        let lateness = observation?.end()
        return measured.withLock {
            if let lateness {
                ($0.lost, $0.longest) = (.nanoseconds(lateness.total), .nanoseconds(lateness.longest))
                $0.holders = holders
                $0.observed = .nanoseconds(SystemClock.now() - startedAt)
            }
            $0.server = max($0.server, server)
            return $0
        }
    }
}
