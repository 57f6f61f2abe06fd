import Rehearsal

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The time for which a process and its children were ready to run and waited for a processor.
///
/// Only Linux tells it. Threads and children that end take their part with them, so it is never too much.
struct SchedulingDelay {
    private let process: Int32
    private let before: Int64
    private var last: Duration = .zero

    /// Begins to measure now.
    init(of process: Int32) {
        self.process = process
        before = Self.total(of: process, depth: 0)
    }

    /// The time waited since the beginning.
    mutating func measure() -> Duration {
        last = max(last, .nanoseconds(Self.total(of: process, depth: 0) - before))
        return last
    }

    #if os(Linux)
        private static let mostDepth = 4

        private static func total(of process: Int32, depth: Int) -> Int64 {
            guard depth < mostDepth, let folder = opendir("/proc/\(process)/task") else { return 0 }
            defer { closedir(folder) }
            var total: Int64 = 0
            while let entry = readdir(folder) {
                let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                }
                guard Int32(name) != nil else { continue }
                let thread = "/proc/\(process)/task/\(name)"
                // proc_pid_schedstat(5): nanoseconds on a processor, nanoseconds in a run queue, time slices.
                let fields = words(of: "\(thread)/schedstat")
                if fields.count > 1 { total += Int64(fields[1]) ?? 0 }
                for child in words(of: "\(thread)/children") {
                    if let child = Int32(child) { total += self.total(of: child, depth: depth + 1) }
                }
            }
            return total
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
        private static func total(of process: Int32, depth: Int) -> Int64 { 0 }
    #endif
}
