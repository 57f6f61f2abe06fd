/// The standard error of this process.
package enum StandardError {
    /// Writes a line, all at once and unbuffered, so that it is there when the process is not.
    package static func write(_ line: String) { _ = Pipe.write(Array("\(line)\n".utf8)[...], to: 2) }
}
