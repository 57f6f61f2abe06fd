import Rehearsal
import RehearsalServer
import RehearsalTestSupport

extension FuzzTarget {
    /// A server with policies: tokens, quotas, idempotency keys, a collection, conditional requests, ranges and CORS.
    /// An input has the requests of one client in segments, separated by 0x1E.
    ///
    /// The scenario has no faults, so every reply can be checked against its request.
    static let policies = FuzzTarget("policies") { bytes in
        var conversation = try ServerSimulation(PolicyReplies.scenario)
        let steps = bytes.split(separator: 0x1E, maxSplits: 48, omittingEmptySubsequences: false)
        // Of the commands, only the passing of time is used.
        for step in steps.map({ Array($0) }) where step.first != 0x1F || step == [0x1F, UInt8(ascii: "t")] {
            try conversation.perform(step)
        }
        let entries = try conversation.finish().filter { $0.connection == 0 }
        // Replies of the other session would be mixed with those of this one.
        guard let client = conversation.clients.first, entries.count == entries.last.map({ $0.exchange + 1 }) ?? 0,
            !bytes.contains(UInt8(ascii: "~")), !Self.namesSession(bytes)
        else { return }
        var replies = PolicyReplies(rest: client.received[...])
        for entry in entries where entry.written > 0 { try replies.check(entry) }
    }

    private static func namesSession(_ bytes: [UInt8]) -> Bool {
        String(decoding: bytes, as: UTF8.self).lowercased().contains("rehearsal-session")
    }
}

/// The replies of one connection, in order.
private struct PolicyReplies {
    var rest: ArraySlice<UInt8>

    private static let film = (0..<100).map { UInt8($0) }

    static var scenario: Scenario {
        let film = Scenario.Reply(
            headers: [
                "Accept-Ranges": "bytes", "ETag": "\"v1\"", "Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT",
            ],
            body: .bytes(Self.film)
        )
        let bearer = Scenario.Auth.Bearer(
            protects: ["/api/**"],
            issues: [.init(.post, "/login"), .init(.post, "/refresh", takes: JSON.Pointer("/refresh_token"))],
            lasts: .time(.seconds(60))
        )
        return Scenario(
            "policies",
            seed: 1,
            endpoints: [
                .get("/film", replies: [film]), .put("/film", replies: [.init(204)]),
                .get("/api/me", replies: [.init(body: .json(["id": 1]))]),
                .post("/pay", replies: [.init(201, headers: ["Location": "/pay/1"])]),
                .get("/few", replies: [.init()]),
            ],
            cors: true,
            auth: .init(bearer: bearer),
            quotas: [
                Scenario.Quota(.get, "/few", limit: 2, window: .seconds(10)),
                Scenario.Quota(.any, "/api/**", limit: 3, window: .seconds(9), key: .header("X-Key"), headers: .legacy),
            ],
            idempotency: [.init(.post, "/pay", required: true)],
            resources: [.init(at: "/items", items: [["id": 1, "a": "x"], ["id": 2]], paging: .offset, pageSize: 2)]
        )
    }

    /// Checks the next reply against its exchange.
    mutating func check(_ entry: Journal.Entry) throws {
        guard let reply = try next(to: entry) else { return }
        let headers = reply.headers
        try Finding.require(reply.status == entry.status, "\(reply.status) is sent, \(entry.status ?? 0) is journaled")
        let isFilm = entry.method == "GET" && entry.target == "/film"
        switch reply.status {
        case 200 where isFilm: try Finding.require(reply.body == Self.film, "another film")
        case 206: try requirePart(reply)
        case 201: try require("Location", of: reply)
        case 401: try require("WWW-Authenticate", of: reply)
        case 416: try Finding.require(headers["Content-Range"] == "bytes */100", "416 without the length")
        case 429: try require("Retry-After", of: reply)
        default: break
        }
        let wasAsked = entry.decision != .refused && entry.headers["Origin"].map { !$0.isEmpty } ?? false
        if wasAsked { try require("Access-Control-Allow-Origin", of: reply) }
        guard headers["Content-Type"]?.contains("json") == true, !reply.body.isEmpty else { return }
        try Finding.require((try? JSON(parsing: reply.body)) != nil, "a document that is not valid JSON")
    }

    private func require(_ name: String, of reply: SentReply) throws {
        try Finding.require(reply.headers[name] != nil, "\(reply.status) without \(name)")
    }

    /// Checks a partial reply with one or several ranges.
    private func requirePart(_ reply: SentReply) throws {
        guard let place = reply.headers["Content-Range"] else {
            let isMultipart = reply.headers["Content-Type"]?.hasPrefix("multipart/byteranges; boundary=") ?? false
            return try Finding.require(isMultipart, "206 without Content-Range or multipart/byteranges")
        }
        let numbers = place.split { !("0"..."9" ~= $0) }.compactMap { Int($0) }
        guard numbers.count == 3, numbers[0] <= numbers[1], numbers[1] < 100, numbers[2] == 100 else {
            throw Finding("Content-Range: \(place)")
        }
        try Finding.require(reply.body == Array(Self.film[numbers[0]...numbers[1]]), "another part than \(place)")
    }

    private struct SentReply {
        var status = 0
        var headers = Scenario.Headers()
        var body: [UInt8] = []
    }

    /// Parses the next reply; nil if it is incomplete.
    private mutating func next(to entry: Journal.Entry) throws -> SentReply? {
        while true {
            guard let end = rest.indices.first(where: { rest[$0...].starts(with: Array("\r\n\r\n".utf8)) }) else {
                try Finding.require(entry.end != .completed, "a reply without the end of its head")
                return nil
            }
            var reply = try Self.head(Array(rest[..<end]))
            rest = rest[(end + 4)...]
            if reply.status < 200 { continue }
            let length = reply.headers["Content-Length"].flatMap { Int($0) } ?? 0
            let isBare = entry.method == "HEAD" || reply.status == 204 || reply.status == 304
            guard !isBare else { return reply }
            guard length <= rest.count else {
                try Finding.require(entry.end != .completed, "\(rest.count) bytes of a body of \(length)")
                return nil
            }
            reply.body = Array(rest.prefix(length))
            rest = rest.dropFirst(length)
            return reply
        }
    }

    private static func head(_ bytes: [UInt8]) throws -> SentReply {
        var reply = SentReply()
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: false)
        let words = lines[0].split(separator: " ")
        guard words.count > 1, words[0] == "HTTP/1.1", let status = Int(words[1]) else {
            throw Finding("\(lines[0]) is not a status line")
        }
        reply.status = status
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { throw Finding("\(line) is not a header line") }
            let value = line[colon...].dropFirst().drop { $0 == " " }
            reply.headers.append(String(line[..<colon]), String(value))
        }
        return reply
    }
}
