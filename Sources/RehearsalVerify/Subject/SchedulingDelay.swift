import Rehearsal
import RehearsalPlatform

/// A measurement of the time for which a process and its descendants were ready to run and waited for a processor.
///
/// Only Linux provides this time. Threads and processes that have ended are not counted, so it is a lower bound.
struct SchedulingDelay {
    /// The number of waits for a processor, and their total time.
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

    /// Returns the waits since the creation of this value.
    mutating func measure() -> Waits {
        let now = Self.waits(of: process, depth: 0)
        last.total = max(last.total, now.total - before.total)
        last.count = max(last.count, now.count - before.count)
        return last
    }

    #if os(Linux)
        private static let maximumDepth = 4

        private static func waits(of process: Int32, depth: Int) -> Waits {
            guard depth < maximumDepth, let folder = opendir("/proc/\(process)/task") else { return Waits() }
            defer { closedir(folder) }
            var sum = Waits()
            while let entry = readdir(folder) {
                let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                }
                guard Int32(name) != nil else { continue }
                let thread = "/proc/\(process)/task/\(name)"
                // The fields are nanoseconds on a processor, nanoseconds in a run queue, and the number of time slices.
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
