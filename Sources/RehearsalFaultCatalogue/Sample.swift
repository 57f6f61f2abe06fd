import Rehearsal

/// The replies and messages that cases are made of.
enum Sample {
    /// Eleven bytes of JSON.
    static let json = #"{"ok":true}"#
    /// A hundred bytes of JSON, of which no part but the whole is JSON.
    static let hundred = #"{"text":""# + String(repeating: "x", count: 89) + #""}"#

    /// The reply that nothing is wrong with.
    static var reply: Scenario.Reply { reply(json) }

    static func reply(_ json: String, _ faults: Fault...) -> Scenario.Reply {
        with(\.faults, faults, Scenario.Reply(body: .bytes(Array(json.utf8), type: "application/json")))
    }

    /// A reply with another value of one property.
    static func with<Value>(
        _ property: WritableKeyPath<Scenario.Reply, Value>,
        _ value: Value,
        _ reply: Scenario.Reply = reply,
    ) -> Scenario.Reply {
        var reply = reply
        reply[keyPath: property] = value
        return reply
    }

    /// A reply of exact bytes.
    static func raw(_ text: String, early: Bool = false, _ faults: Fault...) -> Scenario.Reply {
        with(\.faults, faults, Scenario.Reply(body: .raw([Scenario.Body.Piece(text)]), early: early))
    }

    /// A whole message whose lines end as they should.
    static func message(_ lines: String..., body: String = json) -> String {
        lines.map { $0 + "\r\n" }.joined() + "\r\n" + body
    }

    static let typeLine = "Content-Type: application/json"
    static let lengthLine = "Content-Length: 11"
    static let okLine = "HTTP/1.1 200 OK"

    /// A whole message of which only the status line is not as it should be.
    static func status(_ line: String) -> String { message(line, typeLine, lengthLine) }

    /// A whole message with one more header line.
    static func header(_ line: String) -> String { message(okLine, typeLine, lengthLine, line) }

    /// The head of a chunked message, then these bytes.
    static func chunked(_ body: String) -> String {
        message(okLine, typeLine, "Transfer-Encoding: chunked", body: body)
    }
}
