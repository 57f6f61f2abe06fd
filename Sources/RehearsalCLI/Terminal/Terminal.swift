import CRehearsalPlatform
import Rehearsal
import RehearsalPlatform

/// The standard streams of a command: results go to standard output, messages to standard error.
struct Terminal: Sendable {
    var output = Descriptor.output
    var errors = Descriptor.errors
    var environment = Environment()
    /// The maximum time that a write waits for a slow reader; nil for no limit.
    var writeTimeout: Duration?

    /// Writes a line to standard output.
    ///
    /// - Returns: whether the whole line was written, or the reader has closed the pipe.
    @discardableResult
    func write(_ text: String) -> Bool { write(text, to: output) || output.isReaderClosed }

    /// Writes JSON on one line, or with one member on each line if `isPretty` is true.
    @discardableResult
    func write(_ json: JSON, isPretty: Bool = false) -> Bool {
        write(String(decoding: json.bytes(pretty: isPretty), as: UTF8.self))
    }

    func writeError(_ text: String) { write(text, to: errors) }

    @discardableResult
    private func write(_ text: String, to descriptor: Descriptor) -> Bool {
        let deadline = writeTimeout.map { ContinuousClock.now + $0 }
        return descriptor.write(Array("\(text)\n".utf8), unless: { deadline.map { $0 < .now } ?? false })
    }

    /// Writes an error message, then a hint on the next line.
    func reportError(_ problem: String, hint: String? = nil) {
        writeError(style(for: errors).red("error:") + " " + problem)
        if let hint { writeError("  " + hint) }
    }

    /// Whether standard error can show a progress line that is replaced.
    var showsProgress: Bool { errors.isTerminal && environment["TERM"] != "dumb" }

    /// Replaces the progress line; an empty text removes it.
    func writeProgress(_ text: String) { errors.write("\r\u{1B}[K\(text)") }

    /// Returns the style of a stream: colors on a terminal, unless `NO_COLOR` is set (no-color.org).
    func style(for descriptor: Descriptor) -> TerminalStyle {
        let allowsColor = (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
        return TerminalStyle(isColored: allowsColor && descriptor.isTerminal)
    }

    /// The number of columns of standard output; 80 if it is not a terminal.
    var width: Int {
        var size = winsize()
        guard ioctl(output.number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }
}

/// The environment variables of the process.
struct Environment: Sendable {
    /// Values that replace the real environment, for tests.
    var overrides: [String: String]?

    subscript(name: String) -> String? {
        if let overrides { return overrides[name] }
        return getenv(name).map { String(cString: $0) }
    }
}

extension String {
    /// Returns the text in lines of at most `width` characters; longer words stay whole.
    func wrapped(to width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in split(separator: " ") {
            if !line.isEmpty, line.count + 1 + word.count > width {
                lines.append(line)
                line = ""
            }
            line += line.isEmpty ? String(word) : " " + word
        }
        return line.isEmpty ? lines : lines + [line]
    }

    /// Returns the text padded with spaces to a width.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, width - count))
    }

    /// The text with control characters escaped, except line feeds, because messages may quote requests of clients.
    var printableLines: String {
        split(separator: "\n", omittingEmptySubsequences: false).map { String($0).printable }.joined(separator: "\n")
    }

    /// Returns a number with this noun, whose plural ends in "s": `1 exchange`, `2 exchanges`.
    func pluralized(_ number: Int) -> String { "\(number) \(self)\(number == 1 ? "" : "s")" }
}
