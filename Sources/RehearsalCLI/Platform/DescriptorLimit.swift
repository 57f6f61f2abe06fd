import CRehearsalPlatform
import RehearsalPlatform

/// A limit on open file descriptors. `run` raises it for the backend, but starts its command under the original limit.
struct DescriptorLimit: Sendable {
    private let value: rlimit

    /// Reads the current limit.
    init() {
        var value = rlimit()
        getrlimit(Self.resource, &value)
        self.value = value
    }

    /// Runs a closure under this limit, then restores the limit that was in effect before.
    func withLimit<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        let before = DescriptorLimit()
        set()
        defer { before.set() }
        return try body()
    }

    private func set() {
        var value = value
        setrlimit(Self.resource, &value)
    }

    #if canImport(Darwin)
        private static var resource: Int32 { RLIMIT_NOFILE }
    #else
        private static var resource: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_NOFILE.rawValue) }
    #endif
}

/// The path of this executable.
enum ExecutablePath {
    static func current() throws(SystemError) -> String {
        #if canImport(Darwin)
            var bytes = [CChar](repeating: 0, count: 4 * Int(PATH_MAX))
            let isWhole = rehearsal_executable_path(&bytes, UInt32(bytes.count)) == 0
            let name = isWhole ? String(endingInZero: bytes) : ""
        #else
            let name = "/proc/self/exe"
        #endif
        guard let path = FileSystem.realPath(name) else { throw SystemError("find this program on the disk") }
        return path
    }
}
