import Rehearsal
package import RehearsalContracts
import RehearsalPlatform
package import RehearsalServer

/// Measures, during one case, how long code that was ready to run did not run.
package final class LatencyRecorder: @unchecked Sendable {
    // Sendable: what changes is reached under the lock.
    private let lock = Lock()
    private let observation: Heartbeat.Observation?
    private var measured: SchedulerLatency
    private var call: Call?
    private let startedAt = SystemClock.now()

    /// The instants between which the subject had the case, in nanoseconds of the journal's clock.
    struct Call: Sendable, Hashable {
        var calledAt: Int64
        var answeredAt: Int64
    }

    /// Begins to measure the executor on which a client runs.
    package init(_ executor: Heartbeat.Executor) {
        (observation, measured) = (Heartbeat.shared.observe(executor), SchedulerLatency())
    }

    /// A recorder that returns a given latency and measures nothing.
    package init(returning latency: SchedulerLatency) { (observation, measured) = (nil, latency) }

    /// The time that the client has lost since the case began, as far as it is known now.
    package var lost: Duration {
        max(observation.map { .nanoseconds($0.lateness.total) } ?? .zero, lock.withLock { measured.process })
    }

    /// Notes how long the process of the client has waited for a processor in this case.
    func note(_ waits: SchedulingDelay.Waits) {
        lock.withLock {
            measured.processLongest = max(measured.processLongest, waits.total - measured.process)
            (measured.process, measured.processWaits) = (waits.total, waits.count)
        }
    }

    /// Notes when a subject in another process was asked, and when it had answered.
    func note(_ call: Call) { lock.withLock { self.call = call } }

    /// The instants that were noted; nil for a client in this process.
    var notedCall: Call? { lock.withLock { call } }

    /// Ends the measurement.
    ///
    /// - Parameter server: the longest time by which the server was late in this case.
    func end(server: Duration) -> SchedulerLatency {
        let holders = observation?.holders ?? []
        let lateness = observation?.end()
        return lock.withLock {
            if let lateness {
                (measured.lost, measured.longest) = (.nanoseconds(lateness.total), .nanoseconds(lateness.longest))
                measured.holders = holders
                measured.observed = .nanoseconds(SystemClock.now() - startedAt)
            }
            measured.server = max(measured.server, server)
            return measured
        }
    }
}
