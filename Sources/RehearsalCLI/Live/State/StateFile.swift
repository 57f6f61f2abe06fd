import Rehearsal

/// What a running server tells the commands of its user: where it is, and by which word it knows them.
struct StateFile: Sendable, Hashable {
    var process: Int32
    var port: Int
    var baseURL: String
    /// The URL of the control port.
    var control: String
    var token: String
    /// What it began to play.
    var scenario: String

    /// `8080.json`.
    var name: String { Self.name(port) }

    static func name(_ port: Int) -> String { "\(port).json" }

    var json: JSON {
        [
            "pid": JSON(integerLiteral: Int(process)),
            "port": JSON(integerLiteral: port),
            "baseURL": .string(baseURL),
            "control": .string(control),
            "token": .string(token),
            "scenario": .string(scenario),
        ]
    }

    init(process: Int32, port: Int, baseURL: String, control: String, token: String, scenario: String) {
        (self.process, self.port, self.baseURL) = (process, port, baseURL)
        (self.control, self.token, self.scenario) = (control, token, scenario)
    }

    /// Nil if it is none.
    init?(_ json: JSON) {
        guard let pid = json.integer("pid"), let process = Int32(exactly: pid), process > 0,
            let port = json.integer("port"), let control = json.text("control"), let token = json.text("token")
        else { return nil }
        self.init(
            process: process,
            port: port,
            baseURL: json.text("baseURL") ?? "",
            control: control,
            token: token,
            scenario: json.text("scenario") ?? ""
        )
    }
}
