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
        var bytes = Array("\(request.method) \(request.target) HTTP/1.1\r\nHost: \(authority)\r\n".utf8)
        for field in request.fields.endToEnd where !field.isNamed("Host") {
            if field.isNamed("Accept-Encoding") { continue }
            // Whoever has the whole body need not be asked for it.
            if field.isNamed("Expect"), length != nil { continue }
            field.write(to: &bytes)
        }
        if let encoding = encoding(of: request) { WireField("Accept-Encoding", encoding).write(to: &bytes) }
        if let length, request.hasBody || length > 0 {
            WireField("Content-Length", String(length)).write(to: &bytes)
        } else if request.head.isChunked {
            WireField("Transfer-Encoding", "chunked").write(to: &bytes)
        } else if let length = request.head.contentLength {
            WireField("Content-Length", String(length)).write(to: &bytes)
        }
        return bytes + [0x0D, 0x0A]
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
