import Rehearsal

/// What was given on the command line of one command.
struct Arguments: Sendable {
    /// Everything that is no option and stands before `--`, in order.
    private(set) var leading: [String] = []
    /// What stands after the first `--`, as it is; nil without one.
    private(set) var trailing: [String]?
    private var values: [String: [String]] = [:]
    private var flags: Set<String> = []

    /// Sorts words into options and operands.
    ///
    /// `--name=value`, `--name value`, `-n value` where an option has a short name, and `--` are understood, and `-`
    /// alone is an operand or a value.
    ///
    /// - Throws: ``UsageError`` with what would have been right.
    init(_ words: [String], options: [Option]) throws(UsageError) {
        var words = words[...]
        while let word = words.popFirst() {
            if word == "--" {
                trailing = Array(words)
                return
            }
            if word == "-h" {
                flags.insert(Option.forHelp.name)
            } else if let option = options.first(where: { $0.short.map { "-\($0)" } == word }) {
                try take("--\(option.name)", &words, options)
            } else if word.hasPrefix("-"), word != "-" {
                try take(word, &words, options)
            } else {
                leading.append(word)
            }
        }
    }

    func has(_ flag: String) -> Bool { flags.contains(flag) }
    subscript(name: String) -> String? { values[name]?.first }
    /// Every value of an option that may be given more than once, in order.
    func all(_ name: String) -> [String] { values[name] ?? [] }

    /// Everything that is no option, in order.
    var operands: [String] { leading + (trailing ?? []) }

    private mutating func take(
        _ word: String,
        _ rest: inout ArraySlice<String>,
        _ options: [Option],
    ) throws(UsageError) {
        let name = String(word.drop { $0 == "-" }.prefix { $0 != "=" })
        let inline = word.firstIndex(of: "=").map { String(word[word.index(after: $0)...]) }
        guard word.hasPrefix("--"), let option = options.first(where: { $0.name == name }) else {
            throw Self.unknown(word, name, options)
        }
        guard option.value != nil else {
            if let inline { throw UsageError("--\(name) takes no value, found \"\(inline)\"") }
            flags.insert(name)
            return
        }
        guard values[name] == nil || option.isRepeatable else { throw UsageError("--\(name) is given twice") }
        guard let value = inline ?? rest.popFirst(), !value.isEmpty else {
            throw UsageError("--\(name) needs a value: \(option.label)")
        }
        if inline == nil, value.hasPrefix("--") {
            throw UsageError("--\(name) needs a value, found \"\(value)\": \(option.label)")
        }
        values[name, default: []].append(value)
    }

    private static func unknown(_ word: String, _ name: String, _ options: [Option]) -> UsageError {
        let names = options.map(\.name)
        let sameMeaning = synonyms.filter { $0.contains(name) }.joined().first(where: names.contains)
        let nearest = sameMeaning ?? NearestName.of(name, in: names)
        return UsageError("unknown option \"\(word)\"", hint: nearest.map { "did you mean --\($0)?" })
    }

    /// Options of different commands, and of other tools, that answer the same question.
    private static let synonyms = [
        ["server", "port", "url", "host", "address", "control"], ["port", "server", "listen"],
        ["into", "output", "out", "o", "file"], ["upstream", "target", "backend", "proxy", "url"],
    ]
}

extension Arguments {
    /// - Throws: what is wrong where a command that takes nothing but options is given more.
    func refuseOperands(of command: String) throws(UsageError) {
        guard let first = operands.first else { return }
        throw UsageError("\(command) takes no \(first.quoted)")
    }

    /// The one name that a command takes.
    ///
    /// - Parameter hint: what to do to find one.
    func onlyName(of command: String, hint: String) throws(UsageError) -> String {
        guard let name = operands.first, operands.count == 1 else {
            throw UsageError("\(command) takes one name, found \(operands.count)", hint: hint)
        }
        return name
    }
}

/// What is wrong with a command line.
struct UsageError: Error, Sendable, Hashable {
    let message: String
    let hint: String?

    init(_ message: String, hint: String? = nil) {
        self.message = message
        self.hint = hint
    }

    /// A name that is not one of a closed set; the hint is the nearest of them, or else what is said here.
    init(_ message: String, _ name: String, nearestOf names: [String], otherwise hint: String? = nil) {
        self.init(message, hint: NearestName.of(name, in: names).map { "did you mean \($0)?" } ?? hint)
    }
}
