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

    /// `--port N`.
    var label: String { "--" + name + (value.map { " " + $0 } ?? "") }

    /// Every command has it.
    static let forHelp = Option(flag: "help", "shows this text")
}
