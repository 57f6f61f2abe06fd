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
            var size = UInt32(4 * Int(PATH_MAX))
            var bytes = [CChar](repeating: 0, count: Int(size))
            let name = _NSGetExecutablePath(&bytes, &size) == 0 ? String(cString: bytes) : ""
        #else
            let name = "/proc/self/exe"
        #endif
        guard let path = FileSystem.realPath(name) else { throw SystemError("find this program on the disk") }
        return path
    }
}
