package import Rehearsal

/// A request as it is sent on the wire.
package struct WireRequest: Sendable {
    package var method: String
    /// The request target: path and query.
    package var target: String
    package var headers: Scenario.Headers
    /// The body; nil for none, which also omits `Content-Length`.
    package var body: [UInt8]?

    /// Whether `Content-Length` is the number of characters, not of bytes: a defect.
    var countsCharacters = false

    package init(_ method: String, _ target: String, headers: Scenario.Headers = [:], body: [UInt8]? = nil) {
        (self.method, self.target, self.headers, self.body) = (method, target, headers, body)
    }

    /// Returns the bytes of the request, with this `Host`.
    func bytes(host: String) -> [UInt8] {
        var text = "\(method) \(target) HTTP/1.1\r\nHost: \(host)\r\n"
        for field in headers.fields { text += "\(field.name): \(field.value ?? "")\r\n" }
        if let body {
            text += "Content-Length: \(countsCharacters ? String(decoding: body, as: UTF8.self).count : body.count)\r\n"
        }
        return Array((text + "\r\n").utf8) + (body ?? [])
    }
}

/// A complete reply as it was received.
package struct WireReply: Sendable {
    package var status: Int
    package var headers: Scenario.Headers
    package var body: [UInt8]

    package init(_ status: Int, headers: Scenario.Headers = [:], body: [UInt8] = []) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }

    package var isSuccess: Bool { 200..<300 ~= status }
}
