import Rehearsal

/// The head of a reply as it came.
package struct ReplyHead {
    package var status: Int
    package var reason: [UInt8]
    /// 0 or 1: `HTTP/1.0` or `HTTP/1.1`.
    package var minorVersion: Int
    package var fields: [WireField]
    /// The rules of HTTP that it breaks, each once.
    package var remarks: [String] = []

    package init(status: Int, reason: [UInt8], minorVersion: Int, fields: [WireField]) {
        (self.status, self.reason, self.minorVersion, self.fields) = (status, reason, minorVersion, fields)
    }

    /// Whether something else follows: 100, 102, 103 (RFC 9110 §15.2).
    package var isInterim: Bool { 100..<200 ~= status && status != 101 }

    /// Whether the connection goes on after this reply, if its body says where it ends (RFC 9112 §9.3).
    package var keepsAlive: Bool {
        let options = fields.members(of: "Connection")
        if options.contains("close") { return false }
        return minorVersion == 1 || options.contains("keep-alive")
    }

    /// Whether its body has no end of its own, and silence in it means nothing.
    package var isEventStream: Bool {
        fields.values(of: "Content-Type").contains { $0.lowercased().hasPrefix("text/event-stream") }
    }

    /// How a reply's body ends.
    package enum Framing: Hashable {
        case none
        case length(Int)
        case chunked
        case untilClose
    }

    /// Where the body ends (RFC 9112 §6.3).
    package func framing(answering method: String) throws(TransferFailure) -> Framing {
        if method == "HEAD" || status < 200 || status == 204 || status == 304 { return .none }
        let codings = fields.members(of: "Transfer-Encoding").filter { !$0.isEmpty && $0 != "identity" }
        if !codings.isEmpty {
            guard codings == ["chunked"] else {
                let names = codings.joined(separator: ", ").printable
                throw TransferFailure(.malformed, "its reply has a transfer coding that nobody asked for: \(names)")
            }
            return .chunked
        }
        let lengths = Set(fields.members(of: "Content-Length"))
        guard let text = lengths.first else { return .untilClose }
        guard lengths.count == 1, text.utf8.allSatisfy(\.isDigit), let length = Int(text) else {
            let shown = lengths.sorted().joined(separator: ", ").printable
            throw TransferFailure(.malformed, "its reply has no usable Content-Length: \(shown)")
        }
        return .length(length)
    }
}
