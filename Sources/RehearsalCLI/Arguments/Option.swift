/// An option of a command, as it is parsed and as `--help` shows it.
struct Option: Sendable {
    /// Without its dashes.
    let name: String
    /// What stands for the value in the help; nil for an option that takes none.
    let value: String?
    /// One phrase, without the default.
    let help: String
    /// What holds where it is not given, as it could be typed.
    let standard: String?
    /// The heading under which the help lists it.
    let group: Group
    /// It may be given more than once.
    var isRepeatable = false
    /// Stands for the name after a single dash: `H` for `-H`.
    var short: Character?

    enum Group: String, Sendable, CaseIterable {
        case main = "options"
        case limits = "limits"
    }

    init(_ name: String, _ value: String, _ help: String, standard: String? = nil, in group: Group = .main) {
        self.name = name
        self.value = value
        self.help = help
        self.standard = standard
        self.group = group
    }

    /// An option that takes no value.
    init(flag name: String, _ help: String) {
        self.name = name
        self.help = help
        (value, standard, group) = (nil, nil, .main)
    }

    /// `--port N`, `-H, --header LINE`.
    var label: String { (short.map { "-\($0), " } ?? "") + "--" + name + (value.map { " " + $0 } ?? "") }

    /// The same option with a short name, which may be given more than once.
    func repeatable(_ short: Character? = nil) -> Option {
        var option = self
        (option.isRepeatable, option.short) = (true, short)
        return option
    }

    /// The same option with a short name.
    func short(_ name: Character) -> Option {
        var option = self
        option.short = name
        return option
    }

    /// Every command has it.
    static let forHelp = Option(flag: "help", "shows this text")
}
