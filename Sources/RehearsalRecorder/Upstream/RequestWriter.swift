import Rehearsal
import RehearsalHTTP

/// Writes the head of a request as it goes to a backend.
struct RequestWriter {
    /// What `Host` says: the backend's own name.
    let authority: String
    /// Whether replies may be compressed with gzip, as far as the client takes it; nothing else can be read again.
    let takesGzip: Bool

    /// - Parameter length: of a body that is here already; nil for one that is passed on as the client frames it.
    func head(of request: IncomingRequest, length: Int? = nil) -> [UInt8] {
        var head = HeadWriter(method: request.method, target: request.target)
        head.append("Host", authority)
        for field in request.fields.endToEnd where !field.isNamed("Host") {
            if field.isNamed("Accept-Encoding") { continue }
            // Whoever has the whole body need not be asked for it.
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

    /// What the client accepts and a recording can hold decoded; nil where the client says nothing.
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

    /// `q=0`, `q=0.000`.
    private static func isZero(_ weight: String) -> Bool {
        weight.hasPrefix("q=0") && weight.dropFirst(3).allSatisfy { $0 == "." || $0 == "0" }
    }
}
