/// An option of a command, with its names and the texts that `--help` prints.
struct Option: Sendable {
    /// The long name, without its dashes.
    let name: String
    /// The placeholder of the value in the help, such as `FILE`; nil for a flag.
    let placeholder: String?
    /// The description in the help: one phrase, without the default value.
    var description: String
    /// The default value in the help, as it is typed or described in words; nil for none.
    var defaultValue: String?
    /// The heading under which the help lists the option.
    var group = Group.main
    /// Whether the option may be repeated.
    var isRepeatable = false
    /// The one-letter name: `H` for `-H`.
    var short: Character?

    enum Group: String, Sendable, CaseIterable {
        case main = "options"
        case limits = "limits"
    }

    init(_ name: String, _ value: String, _ help: String = "", standard: String? = nil) {
        (self.name, self.placeholder, self.description, self.defaultValue) = (name, value, help, standard)
    }

    /// Creates a flag, which is an option without a value.
    init(flag name: String, _ help: String = "") {
        (self.name, placeholder, self.description) = (name, nil, help)
    }

    /// The names and the placeholder, as the help shows them: `--port N`, `-H, --header LINE`.
    var usage: String { (short.map { "-\($0), " } ?? "") + "--" + name + (placeholder.map { " " + $0 } ?? "") }

    /// Returns a copy of the option that may be repeated.
    func repeatable() -> Option {
        var option = self
        option.isRepeatable = true
        return option
    }

    /// The `--help` option, which every command has.
    static let help = Option(flag: "help", "show this help")
}

/// The declaration of an option: its help text, its parser, and the property that stores the value.
///
/// A key path is created only to store a value, because a start of the program uses few of the options that it
/// declares.
struct OptionField<Options>: Sendable {
    private(set) var option: Option
    /// Parses the value and stores it in the property.
    fileprivate let store: @Sendable (Arguments, inout Options) throws(UsageError) -> Void

    /// A closure that creates the key path of a property.
    typealias KeyPathProvider<Value> = @Sendable () -> any WritableKeyPath<Options, Value> & Sendable

    private init(
        _ option: Option,
        _ read: @escaping @Sendable (Arguments, inout Options) throws(UsageError) -> Void,
    ) {
        (self.option, self.store) = (option, read)
    }

    /// Creates an option with a custom parser of the whole command line. If the parser returns nil, the property is
    /// unchanged.
    init<Value>(
        _ option: Option,
        _ path: @autoclosure @escaping KeyPathProvider<Value>,
        read: @escaping @Sendable (Arguments) throws(UsageError) -> Value?,
    ) {
        self.init(option) { (arguments, options) throws(UsageError) in
            if let value = try read(arguments) { options[keyPath: path()] = value }
        }
    }

    /// Creates an option with a custom parser of its value.
    init<Value>(
        _ name: String,
        _ value: String,
        _ path: @autoclosure @escaping KeyPathProvider<Value>,
        read: @escaping @Sendable (String) throws(UsageError) -> Value,
    ) {
        self.init(Option(name, value), path()) { arguments throws(UsageError) in
            if let text = arguments[name] { try read(text) } else { nil }
        }
    }

    /// Returns a flag that sets a property to true.
    static func flag(_ name: String, _ path: @autoclosure @escaping KeyPathProvider<Bool>) -> OptionField {
        flag(name, path(), is: true)
    }

    /// Returns a flag that sets a property to `value`.
    static func flag<Value: Sendable>(
        _ name: String,
        _ path: @autoclosure @escaping KeyPathProvider<Value>,
        is value: Value
    )
        -> OptionField
    {
        OptionField(Option(flag: name), path()) { $0.has(name) ? value : nil }
    }

    /// Returns an option that stores its text unchanged.
    static func text(_ name: String, _ value: String, _ path: @autoclosure @escaping KeyPathProvider<String?>)
        -> OptionField
    {
        OptionField(name, value, path()) { $0 }
    }

    /// Returns a repeatable option that appends each parsed value.
    static func list<Value>(
        _ option: Option,
        _ path: @autoclosure @escaping KeyPathProvider<[Value]>,
        read: @escaping @Sendable (String) throws(UsageError) -> Value,
    ) -> OptionField {
        OptionField(option.repeatable()) { (arguments, options) throws(UsageError) in
            for text in arguments.all(option.name) { options[keyPath: path()].append(try read(text)) }
        }
    }

    static func list<Value>(
        _ name: String,
        _ value: String,
        _ path: @autoclosure @escaping KeyPathProvider<[Value]>,
        read: @escaping @Sendable (String) throws(UsageError) -> Value,
    ) -> OptionField {
        list(Option(name, value), path(), read: read)
    }

    static func integer(_ name: String, _ path: @autoclosure @escaping KeyPathProvider<Int>, in range: ClosedRange<Int>)
        -> OptionField
    {
        OptionField(Option(name, "N"), path()) { arguments throws(UsageError) in try arguments.integer(name, in: range)
        }
    }

    static func integer(
        _ name: String,
        _ path: @autoclosure @escaping KeyPathProvider<Int?>,
        in range: ClosedRange<Int>
    )
        -> OptionField
    {
        OptionField(Option(name, "N"), path()) { arguments throws(UsageError) in try arguments.integer(name, in: range)
        }
    }

    static func bytes(_ name: String, _ path: @autoclosure @escaping KeyPathProvider<Int>) -> OptionField {
        OptionField(Option(name, "SIZE"), path()) { arguments throws(UsageError) in try arguments.bytes(name) }
    }

    static func duration(_ name: String, _ path: @autoclosure @escaping KeyPathProvider<Duration>) -> OptionField {
        OptionField(Option(name, "TIME"), path()) { arguments throws(UsageError) in try arguments.duration(name) }
    }

    /// Returns an option whose value names a case of an enum.
    static func choice<CandidateSet: RawRepresentable & CaseIterable & Sendable>(
        _ name: String,
        _ path: @autoclosure @escaping KeyPathProvider<CandidateSet>,
    ) -> OptionField where CandidateSet.RawValue == String {
        let names = CandidateSet.allCases.map(\.rawValue).joined(separator: "|")
        return OptionField(Option(name, names), path()) { arguments throws(UsageError) in try arguments.choice(name) }
    }

    /// Returns a copy with the texts that the help shows.
    ///
    /// - Parameters:
    ///   - standard: the default value, as it is typed or described in words.
    ///   - short: the one-letter name.
    func help(_ text: String, standard: String? = nil, short: Character? = nil) -> OptionField {
        var field = self
        (field.option.description, field.option.defaultValue, field.option.short) = (text, standard, short)
        return field
    }

    /// Returns a copy that the help lists under another heading.
    func listed(under group: Option.Group) -> OptionField {
        var field = self
        field.option.group = group
        return field
    }

    /// Returns the option for an outer type that stores these options in a property.
    func nested<Outer>(_ path: @autoclosure @escaping OptionField<Outer>.KeyPathProvider<Options>) -> OptionField<Outer>
    {
        OptionField<Outer>(option) { (arguments, outer) throws(UsageError) in
            try store(arguments, &outer[keyPath: path()])
        }
    }
}

extension Arguments {
    /// Parses the options of the command line and stores their values, in the order of `fields`.
    func read<Options>(_ fields: [OptionField<Options>], into options: inout Options) throws(UsageError) {
        for field in fields { try field.store(self, &options) }
    }
}
