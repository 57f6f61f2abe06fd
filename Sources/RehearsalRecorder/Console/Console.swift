import Rehearsal

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Where this program says what it does: results to standard output, everything about them to standard error.
struct Console: Sendable {
    var output: Int32 = 1
    var errors: Int32 = 2

    func write(_ text: String) { write("\(text)\n", to: output) }
    func writeError(_ text: String) { write("\(text)\n", to: errors) }

    /// One line that says what is wrong, then what to do about it.
    func complain(_ problem: String, hint: String? = nil) {
        writeError(style(for: errors).red("error:") + " " + problem)
        if let hint { writeError("  " + hint) }
    }

    var showsProgress: Bool { isatty(errors) == 1 && variable("TERM") != "dumb" }

    /// Puts a line where the last one was that was put so; an empty one takes it away.
    func writeOver(_ text: String) { write("\r\u{1B}[K\(text)", to: errors) }

    /// Colours on a terminal that has them, unless the user wants none (no-color.org).
    func style(for descriptor: Int32) -> Style {
        let isWanted = (variable("NO_COLOR") ?? "").isEmpty && variable("TERM") != "dumb"
        return Style(isColoured: isWanted && isatty(descriptor) == 1)
    }

    private func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    private func write(_ text: String, to descriptor: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { bytes in
                #if canImport(Darwin)
                    Darwin.write(descriptor, bytes.baseAddress, bytes.count)
                #else
                    Glibc.write(descriptor, bytes.baseAddress, bytes.count)
                #endif
            }
            if count < 0, errno == EINTR { continue }
            // Whoever read it has gone.
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
