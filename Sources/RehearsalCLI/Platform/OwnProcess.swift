import RehearsalPlatform

/// How many descriptors a process may have open: the backend takes all it can get,
/// and its command shall not inherit that.
struct DescriptorLimit: Sendable {
    private let value: rlimit

    /// What holds at this moment.
    init() {
        var value = rlimit()
        getrlimit(Self.resource, &value)
        self.value = value
    }

    /// Does something under this limit, and goes back to the one that held before.
    func during<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
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

/// Where this program is on disk.
enum ProgramPath {
    static func own() throws(SystemError) -> String {
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
