import CRehearsalPlatform
import Rehearsal
import RehearsalPlatform

/// Where a command writes: results to standard output, everything about them to standard error.
struct Terminal: Sendable {
    var output = Descriptor.output
    var errors = Descriptor.errors
    var environment = Environment()
    /// How long a line waits for a reader that does not read; nil for as long as it takes.
    var patience: Duration?

    /// - Returns: Whether all of it was taken, or whoever reads wanted no more.
    @discardableResult
    func write(_ text: String) -> Bool { write(text, to: output) || output.hasNoReader }

    /// Writes a document: in a line, or a member a line.
    @discardableResult
    func write(_ json: JSON, isPretty: Bool = false) -> Bool {
        write(String(decoding: json.bytes(pretty: isPretty), as: UTF8.self))
    }

    func writeError(_ text: String) { write(text, to: errors) }

    @discardableResult
    private func write(_ text: String, to descriptor: Descriptor) -> Bool {
        let deadline = patience.map { ContinuousClock.now + $0 }
        return descriptor.write(Array("\(text)\n".utf8), unless: { deadline.map { $0 < .now } ?? false })
    }

    /// One line that says what is wrong, then what to do about it.
    func complain(_ problem: String, hint: String? = nil) {
        writeError(style(for: errors).red("error:") + " " + problem)
        if let hint { writeError("  " + hint) }
    }

    /// Whether a line of progress can be shown and replaced.
    var showsProgress: Bool { errors.isTerminal && environment["TERM"] != "dumb" }

    /// Replaces the line that the last call wrote; an empty text removes it.
    func writeOver(_ text: String) { errors.write("\r\u{1B}[K\(text)") }

    /// Colours on a terminal that has them, unless the user wants none (no-color.org).
    func style(for descriptor: Descriptor) -> Style {
        let isWanted = (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
        return Style(isColoured: isWanted && descriptor.isTerminal)
    }

    /// Columns of the standard output, 80 where it is no terminal.
    var width: Int {
        var size = winsize()
        guard ioctl(output.number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }
}

/// The variables of the environment that a command asks for.
struct Environment: Sendable {
    /// Values that stand in for the real ones.
    var overrides: [String: String]?

    subscript(name: String) -> String? {
        if let overrides { return overrides[name] }
        return getenv(name).map { String(cString: $0) }
    }
}

extension String {
    /// The text in lines of at most so many characters, cut between words; a word that is longer stays whole.
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

    /// The text with spaces after it up to a width.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, width - count))
    }

    /// A number of what this names, whose plural ends in "s": `1 exchange`, `2 exchanges`.
    func counted(_ number: Int) -> String { "\(number) \(self)\(number == 1 ? "" : "s")" }
}
