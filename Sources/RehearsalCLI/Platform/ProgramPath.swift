import RehearsalPlatform

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
