import Rehearsal

/// What `Transfer-Encoding` says, all of its fields taken as one list (RFC 9112 §6.1, §7).
enum TransferCodings {
    /// Finds out whether the body is chunked; anything else cannot be read.
    static func settle(_ bytes: Span<UInt8>, _ head: inout RequestHead) throws(Violation) {
        if head.minorVersion == 0 {
            throw Violation(400, "RFC 9112 §6.1: Transfer-Encoding in an HTTP/1.0 request")
        }
        if head.contentLength != nil {
            throw Violation(400, "RFC 9112 §6.2: both Transfer-Encoding and Content-Length")
        }
        let codings = codings(bytes, &head)
        guard let last = codings.last, name(of: last) == chunked else {
            throw Violation(
                400,
                "RFC 9112 §6.3: the last transfer coding is not chunked, so nothing says where the body ends"
            )
        }
        if codings.dropLast().contains(where: { name(of: $0) == chunked }) {
            throw Violation(400, "RFC 9112 §6.1: the body is chunked more than once")
        }
        if last != chunked {
            throw Violation(400, "RFC 9112 §7.1: chunked has no parameters")
        }
        guard codings.count == 1 else {
            throw Violation(501, "RFC 9112 §6.1: the only transfer coding that is understood is chunked")
        }
        head.isChunked = true
    }

    /// The codings in order, in lower case, with their parameters.
    private static func codings(_ bytes: Span<UInt8>, _ head: inout RequestHead) -> [[UInt8]] {
        var codings: [[UInt8]] = []
        for field in head.fields where bytes.equalsIgnoringCase(field.name, fieldName) {
            let parts = bytes.bytes(field.value).split(separator: 0x2C, omittingEmptySubsequences: false)
            for part in parts {
                let coding = Array(part.map(\.asciiLowercased).trimmed)
                if coding.isEmpty { head.remarks.insert(.emptyListElement) } else { codings.append(coding) }
            }
        }
        return codings
    }

    private static func name(of coding: [UInt8]) -> [UInt8] {
        Array(coding.prefix { $0 != 0x3B }.trimmed)
    }

    private static let fieldName = Array("transfer-encoding".utf8)
    private static let chunked = Array("chunked".utf8)
}
