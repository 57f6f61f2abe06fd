import Rehearsal

@testable import RehearsalOpenAPI

/// A request in parts, so that a test can replace or remove one of them.
struct SampleRequest: Sendable {
    /// The origin of a part: a parameter of the operation, or its security scheme.
    enum Origin: Sendable, Hashable {
        case parameter(OpenAPIParameter.Location, String)
        case credentials
    }

    /// A pair of the query, a header field or a cookie, as it is sent.
    struct Part: Sendable {
        var origin: Origin
        var text: String
    }

    struct Body: Sendable {
        var type: String
        var bytes: [UInt8]
    }

    var method: String
    /// The path template with the path of the server.
    var template: String
    /// The texts of the placeholders, as they are sent.
    var placeholders: [String: String] = [:]
    var query: [Part] = []
    var fields: [Part] = []
    var cookies: [Part] = []
    var accept: String?
    var body: Body?

    init(_ operation: OpenAPIOperation) {
        method = operation.method
        template = operation.basePaths[0] + operation.path
    }

    /// Returns the request without the parts of an origin.
    func without(_ origin: Origin) -> SampleRequest {
        var request = self
        request.query.removeAll { $0.origin == origin }
        request.fields.removeAll { $0.origin == origin }
        request.cookies.removeAll { $0.origin == origin }
        return request
    }

    /// Adds the texts of a parameter after those that it already has.
    mutating func add(_ texts: [String], of parameter: OpenAPIParameter) {
        let origin = Origin.parameter(parameter.location, parameter.name)
        let parts = texts.map { Part(origin: origin, text: $0) }
        switch parameter.location {
        case .path: placeholders[parameter.name] = texts.first
        case .query: query += parts
        case .cookie: cookies += parts
        case .header: fields += parts.map { Part(origin: origin, text: "\(parameter.name): \($0.text)") }
        }
    }

    var target: String {
        let path = PathTemplate(template).segments.map { segment in
            segment.map { part in
                switch part {
                case .text(let text): PercentEncoding.path(text)
                case .placeholder(let name): placeholders[name] ?? "1"
                }
            }.joined()
        }
        let query = query.map(\.text).joined(separator: "&")
        return "/" + path.joined(separator: "/") + (query.isEmpty ? "" : "?" + query)
    }

    /// The bytes of the request.
    var bytes: [UInt8] {
        var lines = ["\(method) \(target) HTTP/1.1", "Host: api.example.com"]
        lines += fields.map(\.text)
        if !cookies.isEmpty { lines.append("Cookie: " + cookies.map(\.text).joined(separator: "; ")) }
        if let accept { lines.append("Accept: " + accept) }
        if let body { lines += ["Content-Type: \(body.type)", "Content-Length: \(body.bytes.count)"] }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + (body?.bytes ?? [])
    }
}

extension PercentEncoding {
    /// Returns a text of a path template, which may contain characters that a URL does not have, as it is sent.
    fileprivate static func path(_ text: String) -> String {
        text.utf8.map { byte in
            byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"")
                ? String(Unicode.Scalar(byte)) : "%" + byte.padded(to: 2, radix: 16)
        }.joined()
    }
}
