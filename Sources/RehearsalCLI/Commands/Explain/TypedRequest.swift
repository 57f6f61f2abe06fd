import Rehearsal
import RehearsalHTTP
import RehearsalRedaction
import RehearsalServer

/// A request that was typed on a command line: `POST /orders?page=1`, with headers and a body.
struct TypedRequest: Sendable {
    /// The request line for output, redacted: `GET /orders?page=1`.
    let line: String
    let method: String
    /// The request target, as it was typed.
    let target: String
    /// The target without its query.
    let path: String
    /// The parameters of the query.
    let query: [(name: String, value: String)]
    let body: [UInt8]
    /// The request head in its wire format.
    private let bytes: [UInt8]

    private static let standardMethods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

    /// Parses a request line and builds its head.
    ///
    /// - Parameter headers: the header lines, `Name: value` each.
    init(_ text: String, headers: [String], body: [UInt8]?) throws(UsageError) {
        let words = text.split(separator: " ").map(String.init)
        let defaultMethod = body == nil ? "GET" : "POST"
        let method = words.count > 1 ? Self.normalizedMethod(words[0]) : defaultMethod
        guard let target = words.last, words.count < 3 else {
            throw UsageError("a request is a method and a target, found \(text.quoted)", hint: Self.hint)
        }
        line = "\(method) \(SessionRedaction.make().requestTarget(target))"
        self.method = method
        self.body = body ?? []
        bytes = try Self.head("\(method) \(target)", headers, body)
        self.target = target
        path = try Self.withHead(bytes, line) { head, bytes in bytes.text(head.path) }
        let items = target.firstIndex(of: "?").map { Array(target[target.index(after: $0)...].utf8) } ?? []
        query = Scenario.Condition.queryItems(items).map {
            (String(decoding: $0.name, as: UTF8.self), String(decoding: $0.value, as: UTF8.self))
        }
    }

    static func isMethod(_ word: String) -> Bool { standardMethods.contains(word.uppercased()) }

    /// Calls a closure with the parsed head and the bytes that it refers to.
    func withHead<Answer>(_ inspect: (RequestHead, Span<UInt8>) -> Answer) throws(UsageError) -> Answer {
        try Self.withHead(bytes, line, inspect)
    }

    private static let hint = "for example: 'GET /users?page=2'"

    private static func normalizedMethod(_ method: String) -> String { isMethod(method) ? method.uppercased() : method }

    private static func head(_ line: String, _ headers: [String], _ body: [UInt8]?) throws(UsageError) -> [UInt8] {
        var names: Set<String> = []
        for header in headers {
            guard let colon = header.firstIndex(of: ":"), colon != header.startIndex else {
                throw UsageError("a header is a name, a colon and a value, found \(header.quoted)")
            }
            names.insert(header[..<colon].lowercased())
        }
        var lines = ["\(line) HTTP/1.1"] + headers
        if !names.contains("host") { lines.append("Host: localhost") }
        if let body, !names.contains("content-length"), !names.contains("transfer-encoding") {
            lines.append("Content-Length: \(body.count)")
        }
        if let body, !names.contains("content-type") { lines.append("Content-Type: \(type(of: body))") }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    private static func type(of body: [UInt8]) -> String {
        let first = body.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        let isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        return isJSON ? "application/json" : "application/x-www-form-urlencoded"
    }

    private static func withHead<Answer>(
        _ bytes: [UInt8],
        _ line: String,
        _ inspect: (RequestHead, Span<UInt8>) -> Answer,
    ) throws(UsageError) -> Answer {
        var head = RequestHead()
        let outcome: Result<Answer, Violation> = bytes.withUnsafeBufferPointer { buffer in
            do throws(Violation) {
                try RequestParser.parse(buffer.span, into: &head)
                return .success(inspect(head, buffer.span))
            } catch {
                return .failure(error)
            }
        }
        switch outcome {
        case .success(let answer): return answer
        case .failure(let violation):
            throw UsageError("\(line.quoted) is not a valid request: \(violation.rule)", hint: hint)
        }
    }
}
