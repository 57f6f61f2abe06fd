/// The standard error of this process.
package enum StandardError {
    /// Writes a line unbuffered in one call, so that a crash cannot lose it.
    package static func write(_ line: String) { _ = Pipe.write(Array("\(line)\n".utf8)[...], to: 2) }
}
