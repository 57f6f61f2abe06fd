import RehearsalPlatform

/// Where a test run is told what is no result of a test.
enum StandardError {
    /// Writes a line, all at once and unbuffered, so that it is there when the process is not.
    static func write(_ line: String) {
        let bytes = Array("\(line)\n".utf8)
        #if canImport(Darwin)
            _ = Darwin.write(2, bytes, bytes.count)
        #else
            _ = Glibc.write(2, bytes, bytes.count)
        #endif
    }
}
