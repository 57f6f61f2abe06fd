import Rehearsal
import RehearsalControl
import RehearsalTestSupport
import Testing

/// A reader of the events of a session.
struct EventReader {
    let client: RawClient
    private(set) var events: [(name: String, data: JSON)] = []
    private(set) var lastID: String?
    private var text = ""

    init(_ sut: ControlCase, _ path: String = "/v1/sessions/main/events", headers: String = "") async throws {
        let port = sut.control.port
        client = try await RawClient(port: port, timeout: 240)
        let request = sut.bytes("GET", path, headers: headers)
        await client.send(request)
        guard let response = await client.response() else { throw Missing() }
        #expect(response.status == 200)
        #expect(response.header("Content-Type") == "text/event-stream")
    }

    struct Missing: Error {}

    /// Reads events until one of them satisfies a condition.
    mutating func read(until isFound: ((name: String, data: JSON)) -> Bool) async throws {
        while !events.contains(where: isFound) {
            guard let piece = await client.chunk(), !piece.isEmpty else { throw Missing() }
            text += String(decoding: piece, as: UTF8.self)
            while let end = text.firstRange(of: "\n\n") {
                add(text[..<end.lowerBound].split(separator: "\n"))
                text = String(text[end.upperBound...])
            }
        }
    }

    private mutating func add(_ lines: [Substring]) {
        var name = ""
        for line in lines {
            if line.hasPrefix("id: ") { lastID = String(line.dropFirst(4)) }
            if line.hasPrefix("event: ") { name = String(line.dropFirst(7)) }
            if line.hasPrefix("data: "), let data = try? JSON(parsing: String(line.dropFirst(6))) {
                events.append((name, data))
            }
        }
    }

    /// The exchanges that were read, each as often as it occurred.
    var exchanges: [JSON] {
        events.filter { $0.name == "exchanges" }.flatMap { event -> [JSON] in
            guard case .array(let exchanges)? = event.data["exchanges"] else { return [] }
            return exchanges
        }
    }

    /// Reads until the exchange of a number has ended.
    mutating func read(untilEndOf number: Int) async throws {
        try await read { event in
            guard event.name == "exchanges", case .array(let list)? = event.data["exchanges"] else { return false }
            return list.contains { $0["number"] == .integer(number) && $0["end"] != .null }
        }
    }
}
