import Foundation
import Rehearsal
import RehearsalHTTP
import RehearsalServer
import RehearsalTestSupport

/// Requests as another implementation of HTTP/1.1 parses them.
struct OtherReader {
    struct Reading: Decodable, Sendable {
        struct Request: Decodable, Sendable {
            let method: String
            let target: String
            let minorVersion: Int
            let fields: [[String]]
            /// In hexadecimal.
            let body: String
        }

        let requests: [Request]
        /// `complete`, `cut` or `rejected`.
        let ending: String
        let reason: String
    }

    /// Parses each stream with h11.
    static func read(_ streams: [[UInt8]]) async throws -> [Reading] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "rehearsal-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "streams")
        try streams.map(hexadecimal).joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
        let script = Program.file("../Drivers/h11_reading.py", from: #filePath)
        let run = try await Program.run("python3", [script, file.path])
        return try run.output.split(separator: "\n").map {
            try JSONDecoder().decode(Reading.self, from: Data($0.utf8))
        }
    }

    static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

/// Two readings of one stream of bytes.
struct ReadingPair {
    let ours: RequestSequence
    let theirs: OtherReader.Reading

    /// The two results for the stream, if they differ.
    ///
    /// Both parsers must read an answered request alike. It does not count as a difference if one rejects at once and
    /// the other still waits for more bytes.
    var difference: (ours: String, theirs: String)? {
        let common = min(ours.requests.count, theirs.requests.count)
        for index in 0..<common where !Self.isSame(ours.requests[index], theirs.requests[index]) {
            return ("another request", "another request")
        }
        let isAnsweredHere = ours.requests.count > common || (ours.ending == .complete && theirs.ending != "complete")
        let isAnsweredThere =
            theirs.requests.count > common || (theirs.ending == "complete" && ours.ending != .complete)
        if isAnsweredHere, isAnsweredThere { return ("another request", "another request") }
        if isAnsweredHere {
            return ("answered", theirs.ending == "refused" ? Self.summary(theirs.reason) : theirs.ending)
        }
        guard isAnsweredThere else { return nil }
        if case .rejected(let violation) = ours.ending { return (Self.summary(violation.rule), "answered") }
        return ("cut", "answered")
    }

    private static func summary(_ reason: String) -> String { String(reason.prefix { $0 != ":" && $0 != "(" }) }

    private static func isSame(_ ours: RequestSequence.Request, _ theirs: OtherReader.Reading.Request) -> Bool {
        // h11 reports names in lower case and text as Latin-1; this parser decodes UTF-8 where possible.
        ours.method == theirs.method && ours.target == theirs.target && ours.minorVersion == theirs.minorVersion
            && ours.fields.map { $0[0].lowercased() } == theirs.fields.map { $0[0] }
            && zip(ours.fields, theirs.fields).allSatisfy { own, other in
                !own[1].utf8.allSatisfy { $0 < 0x80 } || own[1] == other[1] || isHost(own, of: ours.target)
            }
            && OtherReader.hexadecimal(ours.body) == theirs.body
    }

    /// Whether a field is `Host` with the host of an absolute target, which h11 leaves to its caller (RFC 9112 §3.2.2).
    private static func isHost(_ field: [String], of target: String) -> Bool {
        let scheme = "http://"
        guard field[0].lowercased() == "host", target.lowercased().hasPrefix(scheme) else { return false }
        return target.dropFirst(scheme.count).prefix { $0 != "/" && $0 != "?" } == field[1]
    }
}
