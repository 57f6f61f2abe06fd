import Rehearsal
package import RehearsalContracts
import RehearsalPlatform
package import RehearsalServer

/// A measurement of the time in which code was ready to run but did not run, during one case.
package final class LatencyRecorder: Sendable {
    private let observation: Heartbeat.Observation?
    private let measured: Locked<SchedulerLatency>
    private let call = Locked<Call?>(nil)
    private let startedAt = SystemClock.now()

    /// The instants at which the subject received the case and answered it, in nanoseconds of the journal's clock.
    struct Call: Sendable, Hashable {
        var calledAt: Int64
        var answeredAt: Int64
    }

    /// Starts the measurement of the executor on which a client runs.
    package init(_ executor: Heartbeat.Executor) {
        (observation, measured) = (Heartbeat.shared.observe(executor), Locked(SchedulerLatency()))
    }

    /// Creates a recorder that returns a given latency and measures nothing.
    package init(returning latency: SchedulerLatency) { (observation, measured) = (nil, Locked(latency)) }

    /// The time that the client has lost since the start of the case, as known so far.
    package var lost: Duration {
        max(observation.map { .nanoseconds($0.lateness.total) } ?? .zero, measured.withLock { $0.process })
    }

    /// Records the processor waits of the client's process in this case.
    func note(_ waits: SchedulingDelay.Waits) {
        measured.withLock {
            $0.processLongest = max($0.processLongest, waits.total - $0.process)
            ($0.process, $0.processWaits) = (waits.total, waits.count)
        }
    }

    /// Records the instants of a call to a subject in another process.
    func note(_ call: Call) { self.call.withLock { $0 = call } }

    /// The recorded instants; nil for a client in this process.
    var notedCall: Call? { call.withLock { $0 } }

    /// Ends the measurement, and returns it.
    ///
    /// - Parameter server: the longest delay of the server in this case.
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

/// The time for which a process and its children were ready to run and waited for a processor.
///
/// Only Linux provides it. Threads and children that end are no longer counted, so the value is a lower bound.
struct SchedulingDelay {
    /// A number of processor waits and their total.
    struct Waits: Sendable, Hashable {
        var total = Duration.zero
        var count = 0
    }

    private let process: Int32
    private let before: Waits
    private var last = Waits()

    init(of process: Int32) {
        self.process = process
        before = Self.waits(of: process, depth: 0)
    }

    /// Returns the waits since the start.
    mutating func measure() -> Waits {
        let now = Self.waits(of: process, depth: 0)
        last.total = max(last.total, now.total - before.total)
        last.count = max(last.count, now.count - before.count)
        return last
    }

    #if os(Linux)
        private static let mostDepth = 4

        private static func waits(of process: Int32, depth: Int) -> Waits {
            guard depth < mostDepth, let folder = opendir("/proc/\(process)/task") else { return Waits() }
            defer { closedir(folder) }
            var sum = Waits()
            while let entry = readdir(folder) {
                let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                }
                guard Int32(name) != nil else { continue }
                let thread = "/proc/\(process)/task/\(name)"
                // proc_pid_schedstat(5): nanoseconds on a processor, nanoseconds in a run queue, time slices.
                let fields = words(of: "\(thread)/schedstat")
                if fields.count > 2 {
                    sum.total += .nanoseconds(Int64(fields[1]) ?? 0)
                    sum.count += Int(fields[2]) ?? 0
                }
                for child in words(of: "\(thread)/children").compactMap({ Int32($0) }) {
                    let waits = waits(of: child, depth: depth + 1)
                    (sum.total, sum.count) = (sum.total + waits.total, sum.count + waits.count)
                }
            }
            return sum
        }

        private static func words(of path: String) -> [Substring] {
            let descriptor = open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { return [] }
            defer { close(descriptor) }
            var bytes = [UInt8](repeating: 0, count: 1_024)
            let count = read(descriptor, &bytes, bytes.count)
            guard count > 0 else { return [] }
            return String(decoding: bytes.prefix(count), as: UTF8.self).split { $0 == " " || $0 == "\n" }
        }
    #else
        private static func waits(of process: Int32, depth: Int) -> Waits { Waits() }
    #endif
}
