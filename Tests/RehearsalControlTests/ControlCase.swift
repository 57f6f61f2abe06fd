import Rehearsal
import RehearsalControl
import RehearsalServer
import RehearsalTestSupport

/// A running backend and its control server.
struct ControlCase {
    let front: Backend
    let control: ControlServer

    static let scenario = Scenario(
        "begin",
        endpoints: [
            .get("/me", replies: [.init(503, times: 1), .init(200)]),
            .get("/held", replies: [.init(200, hold: "list")]),
        ]
    )

    init(_ scenario: Scenario = scenario, _ change: (inout ControlServer.Options) -> Void = { _ in }) throws {
        var options = Backend.Options()
        options.sharesPort = true
        front = try Backend.start(scenario, options: options)
        var settings = ControlServer.Options()
        change(&settings)
        control = try ControlServer.start(front, options: settings)
    }

    struct Answer: Sendable {
        var status = 0
        var head = ""
        var json = JSON.null
        var text = ""
    }

    /// - Parameters:
    ///   - token: the token; nil for none, and empty for the token of the server.
    ///   - headers: additional header lines.
    func ask(
        _ method: String,
        _ path: String,
        _ body: JSON? = nil,
        token: String? = "",
        host: String? = nil,
        headers: String = "",
    ) async throws -> Answer {
        let port = control.port
        let request = bytes(method, path, body, token: token, host: host, headers: headers)
        let client = try await RawClient(port: port, timeout: 240)
        await client.send(request)
        guard let response = await client.response(toHead: method == "HEAD") else { return Answer() }
        let json = (try? JSON(parsing: response.text)) ?? .null
        return Answer(status: response.status, head: response.head, json: json, text: response.text)
    }

    /// Returns the bytes of the request.
    func bytes(
        _ method: String,
        _ path: String,
        _ body: JSON? = nil,
        token: String? = "",
        host: String? = nil,
        headers: String = "",
    ) -> [UInt8] {
        let bytes = body?.bytes() ?? []
        var head = "\(method) \(path) HTTP/1.1\r\nHost: \(host ?? "127.0.0.1:\(control.port)")\r\n\(headers)"
        if let token { head += "Authorization: Bearer \(token.isEmpty ? control.token : token)\r\n" }
        if body != nil { head += "Content-Type: application/json\r\nContent-Length: \(bytes.count)\r\n" }
        return Array("\(head)\r\n".utf8) + bytes
    }

    /// Returns the status of a GET request to the backend.
    func get(_ path: String) async throws -> Int? {
        let port = front.port
        return try await RawClient(port: port, timeout: 240).get(path)?.status
    }
}

extension RawClient {
    /// Returns the content of the next chunk (RFC 9112 §7.1), empty for the last; nil if none arrives.
    func chunk() -> [UInt8]? {
        guard let digits = line(), let size = Int(digits, radix: 16), let chunk = next(size), line() != nil else {
            return nil
        }
        return chunk
    }

    private func line() -> String? {
        var bytes: [UInt8] = []
        while let byte = next(1)?.first {
            if byte == 0x0A { return String(decoding: bytes.dropLast(), as: UTF8.self) }
            bytes.append(byte)
        }
        return nil
    }
}
