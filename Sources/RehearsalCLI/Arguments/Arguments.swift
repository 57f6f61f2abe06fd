import Rehearsal

/// The parsed command line of one command: options, flags and operands.
struct Arguments: Sendable {
    /// The operands before `--`, in order.
    private(set) var positional: [String] = []
    /// The arguments after the first `--`, which are not parsed; nil without `--`.
    private(set) var afterSeparator: [String]?
    private var values: [String: [String]] = [:]
    private var flags: Set<String> = []

    /// Parses the arguments of a command into options and operands.
    ///
    /// Accepts `--name=value`, `--name value`, `-n value` for an option with a short name, and `--`. A lone `-` is an
    /// operand or a value.
    ///
    /// - Throws: ``UsageError`` that names the unknown, repeated or incomplete option.
    init(_ words: [String], options: [Option]) throws(UsageError) {
        var words = words[...]
        while let word = words.popFirst() {
            if word == "--" {
                afterSeparator = Array(words)
                return
            }
            if word == "-h" {
                flags.insert(Option.help.name)
            } else if let option = options.first(where: { $0.short.map { "-\($0)" } == word }) {
                try parseOption("--\(option.name)", &words, options)
            } else if word.hasPrefix("-"), word != "-" {
                try parseOption(word, &words, options)
            } else {
                positional.append(word)
            }
        }
    }

    func has(_ flag: String) -> Bool { flags.contains(flag) }
    subscript(name: String) -> String? { values[name]?.first }
    /// Returns every value of a repeatable option, in order.
    func all(_ name: String) -> [String] { values[name] ?? [] }

    /// The names of the given options and flags.
    var names: Set<String> { flags.union(values.keys) }

    /// Every operand, before and after `--`, in order.
    var operands: [String] { positional + (afterSeparator ?? []) }

    private mutating func parseOption(
        _ word: String,
        _ rest: inout ArraySlice<String>,
        _ options: [Option],
    ) throws(UsageError) {
        let name = String(word.drop { $0 == "-" }.prefix { $0 != "=" })
        let inline = word.firstIndex(of: "=").map { String(word[word.index(after: $0)...]) }
        guard word.hasPrefix("--"), let option = options.first(where: { $0.name == name }) else {
            throw Self.unknownOption(word, name, options)
        }
        guard option.placeholder != nil else {
            if let inline { throw UsageError("--\(name) takes no value, found \"\(inline)\"") }
            flags.insert(name)
            return
        }
        guard values[name] == nil || option.isRepeatable else { throw UsageError("--\(name) is given twice") }
        guard let value = inline ?? rest.popFirst(), !value.isEmpty else {
            throw UsageError("--\(name) needs a value: \(option.usage)")
        }
        if inline == nil, value.hasPrefix("--") {
            throw UsageError("--\(name) needs a value, found \"\(value)\": \(option.usage)")
        }
        values[name, default: []].append(value)
    }

    private static func unknownOption(_ word: String, _ name: String, _ options: [Option]) -> UsageError {
        let names = options.map(\.name)
        let sameMeaning = synonyms.filter { $0.contains(name) }.joined().first(where: names.contains)
        let nearest = sameMeaning ?? NearestName.of(name, in: names)
        return UsageError("unknown option \"\(word)\"", hint: nearest.map { "did you mean --\($0)?" })
    }

    /// Groups of option names, of this and other tools, that have the same meaning.
    private static let synonyms = [
        ["server", "port", "url", "host", "address", "control"], ["port", "server", "listen", "p"],
        ["into", "output", "out", "o", "file"], ["upstream", "target", "backend", "proxy", "url"],
    ]
}

extension Arguments {
    /// Throws an error if a command that takes only options has an operand.
    func rejectOperands(of command: String) throws(UsageError) {
        guard let first = operands.first else { return }
        throw UsageError("\(command) takes no operand, found \(first.quoted)")
    }

    /// Returns the only operand of a command.
    ///
    /// - Parameter hint: a command that lists the valid names.
    func singleOperand(of command: String, hint: String) throws(UsageError) -> String {
        guard let name = operands.first, operands.count == 1 else {
            throw UsageError("\(command) takes one name, found \(operands.count) operands", hint: hint)
        }
        return name
    }
}

/// An error in a command line.
struct UsageError: Error, Sendable, Hashable {
    let message: String
    let hint: String?

    init(_ message: String, hint: String? = nil) {
        self.message = message
        self.hint = hint
    }

    /// Creates an error about an invalid name, with the nearest valid name as its hint, or `hint` if none is near.
    init(_ message: String, _ name: String, nearestOf names: [String], otherwise hint: String? = nil) {
        self.init(message, hint: NearestName.of(name, in: names).map { "did you mean \($0)?" } ?? hint)
    }
}
