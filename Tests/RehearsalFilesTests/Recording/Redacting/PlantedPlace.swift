import Rehearsal
import RehearsalPlatform
import Testing

@testable import RehearsalDocuments
@testable import RehearsalRecordings
@testable import RehearsalRedaction

/// An entry of `planted.json`: a place of an exchange with a secret, or with a value that resembles one.
struct PlantedPlace: Sendable, CustomTestStringConvertible {
    let name: String
    private let target: String
    private let header: (name: String, value: String)?
    private let isInReply: Bool
    private let type: String?
    private let coding: String?
    private let body: [UInt8]
    /// The spellings of the secret that must not appear; empty for a value that must be kept.
    let secrets: [String]

    var testDescription: String { name }
    /// Whether the place is in the reply, which the journal does not record.
    var isReplyOnly: Bool { isInReply }

    /// The places with secrets, by their kind.
    static let places = Dictionary(grouping: read("places"), by: \.kind).mapValues { $0.map(\.place) }
    static let innocents = read("innocents").map(\.place)

    private static func read(_ list: String) -> [(kind: String, place: PlantedPlace)] {
        let path = FilePath.folder(of: #filePath) + "/../../../Recording/planted.json"
        // The file splits each secret with "¦", so that it contains none itself.
        let text = (try? FileSystem.read(path, limit: 1 << 20)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
        let document = try? JSON(parsing: text.replacing("¦", with: ""))
        guard case .array(let elements)? = document?[list] else { return [] }
        return elements.map { (Self.text($0, "kind") ?? list, PlantedPlace($0)) }
    }

    private init(_ json: JSON) {
        target = Self.text(json, "target") ?? "/planted"
        if case .string(let name)? = json["header"]?[0], case .string(let value)? = json["header"]?[1] {
            header = (name, value)
        } else {
            header = nil
        }
        isInReply = json["side"] == "reply"
        (type, coding) = (Self.text(json, "type"), Self.text(json, "coding"))
        body = Self.text(json, "base64").flatMap(Base64.decoded) ?? Array((Self.text(json, "body") ?? "").utf8)
        if case .array(let elements)? = json["secrets"] {
            secrets = elements.compactMap { if case .string(let secret) = $0 { secret } else { nil } }
        } else {
            secrets = []
        }
        name = "\(Self.text(json, "kind") ?? "kept") \(Self.text(json, "place") ?? "\(target) \(json["header"] ?? "")")"
    }

    private static func text(_ json: JSON, _ name: String) -> String? {
        if case .string(let text)? = json[name] { text } else { nil }
    }

    private func headers(ofReply: Bool) -> Scenario.Headers {
        var fields: [Scenario.Headers.Field] = []
        if let header, isInReply == ofReply { fields.append(.init(header.name, header.value)) }
        if let type { fields.append(.init("Content-Type", type)) }
        if let coding { fields.append(.init("Content-Encoding", coding)) }
        return Scenario.Headers(fields)
    }

    /// A journal entry of a request with the value in its place.
    var entry: Journal.Entry {
        let fields = headers(ofReply: false).fields.map { "\($0.name): \($0.value ?? "")\r\n" }.joined()
        var entry = Journal.Entry(
            ordinal: 0,
            session: "planted",
            connection: 0,
            exchange: 0,
            at: 1_000_000,
            headAt: 1_000_000,
            rawHead: Array("POST \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\n\(fields)\r\n".utf8)
        )
        (entry.end, entry.endAt, entry.decision) = (.completed, 2_000_000, .unmatched)
        entry.body = Journal.Body(length: body.count, kept: body, hash: 1)
        let path = PercentEncoding.decoded(Array(target.utf8))
        entry.nearest = ["get /a: path is \"/a\", the request has \"\(String(decoding: path, as: UTF8.self))\""]
        return entry
    }

    /// An exchange of a session with the value in its place.
    var exchange: SessionExchange {
        let reply = SessionExchange.Reply(status: 200, headers: headers(ofReply: true), body: body, headLength: 40)
        let sent = Journal.SentBytes(
            bytes: [UInt8](repeating: 0, count: 40 + body.count),
            length: 40 + body.count,
            firstAt: 1_500_000,
            address: "::1"
        )
        return SessionExchange(entry, reply, sent, startedAt: 0, origin: "http://127.0.0.1:80")
    }

    /// A recorded exchange with the value in its place.
    var recorded: RecordedExchange {
        RecordedExchange(
            method: "POST",
            url: "http://127.0.0.1" + target,
            requestHeaders: headers(ofReply: false),
            requestBody: body,
            outcome: .reply(.init(status: 200, reason: "OK", headers: headers(ofReply: true), body: body)),
            startedAt: RecordingSample.moment,
            duration: .milliseconds(1)
        )
    }

    /// Whether a redacted exchange still has all values of the original.
    func isWhole(_ clean: DecodedExchange) -> Bool {
        let values = clean.request.headers.map(\.value) + (clean.reply?.headers.map(\.value) ?? [])
        return clean.url == recorded.url && clean.request.body == body && clean.reply?.body == body
            && (header.map { values.contains($0.value) } ?? true)
    }

    /// Returns the spellings of the secret that a text contains, as it is or percent-decoded.
    func survivors(in text: String) -> [String] {
        let readings = [text, String(decoding: PercentEncoding.decoded(Array(text.utf8)), as: UTF8.self)]
        return secrets.filter { secret in readings.contains { $0.contains(secret) } }
    }

    /// Whether a line of the journal, or an entry of a HAR, contains the value unchanged.
    func isKept(in text: String) -> Bool {
        let pieces = [target] + (header.map { [$0.value] } ?? []) + (body.text.map { [$0] } ?? [])
        return pieces.allSatisfy { piece in
            text.contains(String(decoding: JSON.string(piece).bytes().dropFirst().dropLast(), as: UTF8.self))
        }
    }
}
