import Rehearsal

/// Replies and messages from which variants of faults are built.
enum Sample {
    /// A JSON document of 11 bytes.
    static let json = #"{"ok":true}"#
    /// A JSON document of 100 bytes. No beginning of it is valid JSON.
    static let hundred = #"{"text":""# + String(repeating: "x", count: 89) + #""}"#

    /// A correct reply.
    static var reply: Scenario.Reply { reply(json) }

    static func reply(_ json: String, _ faults: Fault...) -> Scenario.Reply {
        with(\.faults, faults, Scenario.Reply(body: .bytes(Array(json.utf8), type: "application/json")))
    }

    /// Returns a reply with another value of one property.
    static func with<Value>(
        _ property: WritableKeyPath<Scenario.Reply, Value>,
        _ value: Value,
        _ reply: Scenario.Reply = reply,
    ) -> Scenario.Reply {
        var reply = reply
        reply[keyPath: property] = value
        return reply
    }

    /// Returns a reply of exact bytes.
    static func raw(_ text: String, early: Bool = false, _ faults: Fault...) -> Scenario.Reply {
        with(\.faults, faults, Scenario.Reply(body: .raw([Scenario.Body.Piece(text)]), early: early))
    }

    /// Returns a complete message with correct line ends.
    static func message(_ lines: String..., body: String = json) -> String {
        lines.map { $0 + "\r\n" }.joined() + "\r\n" + body
    }

    static let typeLine = "Content-Type: application/json"
    static let lengthLine = "Content-Length: 11"
    static let okLine = "HTTP/1.1 200 OK"

    /// Returns a complete message with this status line.
    static func status(_ line: String) -> String { message(line, typeLine, lengthLine) }

    /// Returns a complete message with one more header line.
    static func header(_ line: String) -> String { message(okLine, typeLine, lengthLine, line) }

    /// Returns the head of a chunked message, followed by these bytes.
    static func chunked(_ body: String) -> String {
        message(okLine, typeLine, "Transfer-Encoding: chunked", body: body)
    }
}
