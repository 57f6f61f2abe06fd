/// An option of a command, as it is parsed and as `--help` shows it.
struct Option: Sendable {
    /// Without its dashes.
    let name: String
    /// What stands for the value in the help; nil for an option that takes none.
    let value: String?
    /// One phrase, without the default.
    var help: String
    /// What holds where it is not given, as it could be typed.
    var standard: String?
    /// The heading under which the help lists it.
    var group = Group.main
    /// It may be given more than once.
    var isRepeatable = false
    /// Stands for the name after a single dash: `H` for `-H`.
    var short: Character?

    enum Group: String, Sendable, CaseIterable {
        case main = "options"
        case limits = "limits"
    }

    init(_ name: String, _ value: String, _ help: String = "", standard: String? = nil) {
        (self.name, self.value, self.help, self.standard) = (name, value, help, standard)
    }

    /// An option that takes no value.
    init(flag name: String, _ help: String = "") {
        (self.name, value, self.help) = (name, nil, help)
    }

    /// `--port N`, `-H, --header LINE`.
    var label: String { (short.map { "-\($0), " } ?? "") + "--" + name + (value.map { " " + $0 } ?? "") }

    /// The same option, which may be given more than once.
    func repeatable() -> Option {
        var option = self
        option.isRepeatable = true
        return option
    }

    /// Every command has it.
    static let forHelp = Option(flag: "help", "shows this text")
}

/// The declaration of an option: its text in the help, the reading of its value, and the property that takes the value.
///
/// Key paths are made when the option is read, because the declarations of every command are made at each start.
struct OptionField<Options>: Sendable {
    private(set) var option: Option
    /// Gives the property the value that was typed.
    fileprivate let read: @Sendable (Arguments, inout Options) throws(UsageError) -> Void

    /// Makes the key path of a property.
    typealias Path<Value> = @Sendable () -> any WritableKeyPath<Options, Value> & Sendable

    private init(
        _ option: Option,
        _ read: @escaping @Sendable (Arguments, inout Options) throws(UsageError) -> Void,
    ) {
        (self.option, self.read) = (option, read)
    }

    /// An option whose value is read in a way of its own; where there is none the property stays as it is.
    init<Value>(
        _ option: Option,
        _ path: @autoclosure @escaping Path<Value>,
        read: @escaping @Sendable (Arguments) throws(UsageError) -> Value?,
    ) {
        self.init(option) { (arguments, options) throws(UsageError) in
            if let value = try read(arguments) { options[keyPath: path()] = value }
        }
    }

    /// An option with a value that is read in a way of its own.
    init<Value>(
        _ name: String,
        _ value: String,
        _ path: @autoclosure @escaping Path<Value>,
        read: @escaping @Sendable (String) throws(UsageError) -> Value,
    ) {
        self.init(Option(name, value), path()) { arguments throws(UsageError) in
            if let text = arguments[name] { try read(text) } else { nil }
        }
    }

    /// An option that takes no value.
    static func flag(_ name: String, _ path: @autoclosure @escaping Path<Bool>) -> OptionField {
        flag(name, path(), is: true)
    }

    /// An option that takes no value and gives the property this one.
    static func flag<Value: Sendable>(_ name: String, _ path: @autoclosure @escaping Path<Value>, is value: Value)
        -> OptionField
    {
        OptionField(Option(flag: name), path()) { $0.has(name) ? value : nil }
    }

    /// A text, as it is typed.
    static func text(_ name: String, _ value: String, _ path: @autoclosure @escaping Path<String?>) -> OptionField {
        OptionField(name, value, path()) { $0 }
    }

    /// An option that may be given more than once, each time with a value that is read alike.
    static func list<Value>(
        _ option: Option,
        _ path: @autoclosure @escaping Path<[Value]>,
        read: @escaping @Sendable (String) throws(UsageError) -> Value,
    ) -> OptionField {
        OptionField(option.repeatable()) { (arguments, options) throws(UsageError) in
            for text in arguments.all(option.name) { options[keyPath: path()].append(try read(text)) }
        }
    }

    static func list<Value>(
        _ name: String,
        _ value: String,
        _ path: @autoclosure @escaping Path<[Value]>,
        read: @escaping @Sendable (String) throws(UsageError) -> Value,
    ) -> OptionField {
        list(Option(name, value), path(), read: read)
    }

    static func integer(_ name: String, _ path: @autoclosure @escaping Path<Int>, in range: ClosedRange<Int>)
        -> OptionField
    {
        OptionField(Option(name, "N"), path()) { arguments throws(UsageError) in try arguments.integer(name, in: range)
        }
    }

    static func integer(_ name: String, _ path: @autoclosure @escaping Path<Int?>, in range: ClosedRange<Int>)
        -> OptionField
    {
        OptionField(Option(name, "N"), path()) { arguments throws(UsageError) in try arguments.integer(name, in: range)
        }
    }

    static func bytes(_ name: String, _ path: @autoclosure @escaping Path<Int>) -> OptionField {
        OptionField(Option(name, "SIZE"), path()) { arguments throws(UsageError) in try arguments.bytes(name) }
    }

    static func duration(_ name: String, _ path: @autoclosure @escaping Path<Duration>) -> OptionField {
        OptionField(Option(name, "TIME"), path()) { arguments throws(UsageError) in try arguments.duration(name) }
    }

    /// A value of a closed set, by its name.
    static func choice<Choice: RawRepresentable & CaseIterable & Sendable>(
        _ name: String,
        _ path: @autoclosure @escaping Path<Choice>,
    ) -> OptionField where Choice.RawValue == String {
        let names = Choice.allCases.map(\.rawValue).joined(separator: "|")
        return OptionField(Option(name, names), path()) { arguments throws(UsageError) in try arguments.choice(name) }
    }

    /// The same option with what the help says of it.
    ///
    /// - Parameters:
    ///   - standard: what holds where it is not given, as it could be typed.
    ///   - short: what stands for the name after a single dash.
    func help(_ text: String, standard: String? = nil, short: Character? = nil) -> OptionField {
        var field = self
        (field.option.help, field.option.standard, field.option.short) = (text, standard, short)
        return field
    }

    /// The same option under another heading.
    func listed(under group: Option.Group) -> OptionField {
        var field = self
        field.option.group = group
        return field
    }

    /// The same option of a value that is part of another.
    func of<Whole>(_ path: @autoclosure @escaping OptionField<Whole>.Path<Options>) -> OptionField<Whole> {
        OptionField<Whole>(option) { (arguments, whole) throws(UsageError) in
            try read(arguments, &whole[keyPath: path()])
        }
    }
}

extension Arguments {
    /// Gives each property the value that its option was given, in the order of the options.
    func read<Options>(_ fields: [OptionField<Options>], into options: inout Options) throws(UsageError) {
        for field in fields { try field.read(self, &options) }
    }
}
