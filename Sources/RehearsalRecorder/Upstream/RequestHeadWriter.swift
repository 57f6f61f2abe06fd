import Rehearsal
import RehearsalHTTP

/// A serializer for the head of a request to a backend.
struct RequestHeadWriter {
    /// The value of `Host`, which names the backend.
    let authority: String
    /// Whether to request gzip if the client accepts it. The recorder cannot decode other codings.
    let takesGzip: Bool

    /// Returns the head of a request for the backend.
    ///
    /// - Parameter length: The length of the body if all of it is available; nil to forward it with its framing.
    func head(of request: IncomingRequest, length: Int? = nil) -> [UInt8] {
        var head = HeadWriter(method: request.method, target: request.target)
        head.append("Host", authority)
        for field in request.fields.endToEnd where !field.isNamed("Host") {
            if field.isNamed("Accept-Encoding") { continue }
            // The body is available, so the recorder does not wait for `100 Continue`.
            if field.isNamed("Expect"), length != nil { continue }
            head.append(field)
        }
        if let encoding = encoding(of: request) { head.append("Accept-Encoding", encoding) }
        if let length, request.hasBody || length > 0 {
            head.append("Content-Length", String(length))
        } else if request.head.isChunked {
            head.append("Transfer-Encoding", "chunked")
        } else if let length = request.head.contentLength {
            head.append("Content-Length", String(length))
        }
        return head.head
    }

    /// Returns the value of `Accept-Encoding` for the backend; nil if the client sends none.
    private func encoding(of request: IncomingRequest) -> String? {
        let accepted = request.fields.values(of: "Accept-Encoding")
        guard !accepted.isEmpty else { return nil }
        let takes = request.fields.members(of: "Accept-Encoding").contains { member in
            let parts = member.split(separator: ";")
            guard let name = parts.first, ["gzip", "x-gzip", "*"].contains(name.filter { $0 != " " }) else {
                return false
            }
            return !parts.dropFirst().contains { Self.isZero($0.filter { $0 != " " }) }
        }
        return takes && takesGzip ? "gzip" : "identity"
    }

    /// Returns whether a weight is zero, as in `q=0` or `q=0.000`.
    private static func isZero(_ weight: String) -> Bool {
        weight.hasPrefix("q=0") && weight.dropFirst(3).allSatisfy { $0 == "." || $0 == "0" }
    }
}
