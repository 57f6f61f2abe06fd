import Rehearsal

/// The evaluation of the header fields that determine framing, host and connection (RFC 9112 §3.2, §6.3, §9.3).
enum RequestFraming {
    /// Evaluates a field if the server needs its value. Comparing the length of the name first is fast.
    @inline(__always)
    static func evaluate(
        _ bytes: Span<UInt8>,
        name: RequestHead.Slice,
        value: RequestHead.Slice,
        in head: inout RequestHead,
    ) throws(Violation) {
        switch name.count {
        // The bytes of "host" in ASCII; setting bit 5 converts a letter to lower case.
        case 4: if bytes.integer(name) | 0x2020_2020 == 0x686F_7374 { try noteHost(bytes, value, &head) }
        case 6: if bytes.equalsIgnoringCase(name, expect) { try noteExpectation(bytes, value, &head) }
        case 10: if bytes.equalsIgnoringCase(name, connection) { noteConnection(bytes, value, &head) }
        case 14: if bytes.equalsIgnoringCase(name, contentLength) { try noteLength(bytes, value, &head) }
        case 17:
            if bytes.equalsIgnoringCase(name, transferEncoding) { head.hasTransferEncoding = true }
            if bytes.equalsIgnoringCase(name, session) { head.maySelectSession = true }
        default: break
        }
    }

    /// Checks rules that concern several fields, after the last field.
    @inline(__always)
    static func finish(_ bytes: Span<UInt8>, _ head: inout RequestHead) throws(Violation) {
        if head.hostCount != 1 { try checkHostCount(&head) }
        if head.hasTransferEncoding { try TransferCodings.finish(bytes, &head) }
        if let authority = head.authority { useHost(authority, bytes, &head) }
        if head.isChunked || head.contentLength ?? 0 > 0, bytes.equals(head.method, trace) {
            head.toleratedViolations.insert(.contentInTrace)
        }
    }

    @inline(__always)
    private static func noteHost(
        _ bytes: Span<UInt8>,
        _ value: RequestHead.Slice,
        _ head: inout RequestHead,
    ) throws(Violation) {
        if !head.validHost.equals(bytes, value) {
            guard Authority.isValid(bytes, value) else {
                throw Violation(400, "RFC 9112 §3.2: the value of Host is not a host with an optional port")
            }
            head.validHost.store(bytes, value)
        }
        head.hostCount += 1
        head.host = value
    }

    private static func checkHostCount(_ head: inout RequestHead) throws(Violation) {
        if head.hostCount > 1 {
            throw Violation(400, "RFC 9112 §3.2: the request has \(head.hostCount) Host fields instead of one")
        }
        if head.minorVersion == 1 {
            throw Violation(400, "RFC 9112 §3.2: an HTTP/1.1 request needs a Host field")
        }
    }

    /// Replaces the value of `Host` by the host of an absolute target (RFC 9112 §3.2.2). Adds no `Host` to a request
    /// without it.
    private static func useHost(_ authority: RequestHead.Slice, _ bytes: Span<UInt8>, _ head: inout RequestHead) {
        guard head.hostCount == 1 else { return }
        let named = bytes.bytes(authority).map(\.asciiLowercased)
        if !bytes.equalsIgnoringCase(head.host, named) { head.toleratedViolations.insert(.hostMismatch) }
        head.host = authority
        for index in head.fields.indices where bytes.equalsIgnoringCase(head.fields[index].name, Array("host".utf8)) {
            head.fields[index].value = authority
        }
    }

    private static func noteExpectation(
        _ bytes: Span<UInt8>,
        _ value: RequestHead.Slice,
        _ head: inout RequestHead,
    ) throws(Violation) {
        var start = Int(value.start)
        while start < Int(value.end) {
            var end = start
            while end < Int(value.end), bytes[end] != 0x2C { end += 1 }
            let member = trimmed(bytes, start, end)
            guard member.isEmpty || bytes.equalsIgnoringCase(member, continueExpectation) else {
                throw Violation(417, "RFC 9110 §10.1.1: 100-continue is the only supported expectation")
            }
            if !member.isEmpty { head.expectsContinue = head.minorVersion == 1 }
            start = end + 1
        }
    }

    /// Evaluates `Connection`; `close` takes precedence in any position.
    private static func noteConnection(_ bytes: Span<UInt8>, _ value: RequestHead.Slice, _ head: inout RequestHead) {
        var start = Int(value.start)
        while start < Int(value.end) {
            var end = start
            while end < Int(value.end), bytes[end] != 0x2C { end += 1 }
            let option = trimmed(bytes, start, end)
            if bytes.equalsIgnoringCase(option, close) { head.hasConnectionClose = true }
            if head.minorVersion == 0, bytes.equalsIgnoringCase(option, keepAlive) { head.isKeepAlive = true }
            start = end + 1
        }
        if head.hasConnectionClose { head.isKeepAlive = false }
    }

    private static func trimmed(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> RequestHead.Slice {
        var start = start
        var end = end
        while start < end, bytes[start] <= 0x20 { start += 1 }
        while end > start, bytes[end - 1] <= 0x20 { end -= 1 }
        return RequestHead.Slice(start, end)
    }

    private static func noteLength(
        _ bytes: Span<UInt8>,
        _ value: RequestHead.Slice,
        _ head: inout RequestHead,
    ) throws(Violation) {
        guard head.contentLength == nil else {
            throw Violation(400, "RFC 9112 §6.3: more than one Content-Length")
        }
        var length = 0
        for index in value.range {
            let digit = Int(bytes[index] &- 0x30)
            guard digit <= 9 else { throw Violation(400, "RFC 9110 §8.6: Content-Length is not a sequence of digits") }
            let (product, isTooLarge) = length.multipliedReportingOverflow(by: 10)
            let (sum, isOver) = product.addingReportingOverflow(digit)
            guard !isTooLarge, !isOver else {
                throw Violation(413, "RFC 9110 §15.5.14: Content-Length is too large to be processed")
            }
            length = sum
        }
        guard !value.isEmpty else {
            let empty = Violation(400, "RFC 9110 §8.6: Content-Length is empty")
            throw HeadDiagnosis.emptyValueViolation(bytes, value, else: empty)
        }
        head.contentLength = length
    }

    private static let expect = Array("expect".utf8)
    private static let connection = Array("connection".utf8)
    private static let contentLength = Array("content-length".utf8)
    private static let transferEncoding = Array("transfer-encoding".utf8)
    private static let session = Array("rehearsal-session".utf8)
    private static let continueExpectation = Array("100-continue".utf8)
    private static let close = Array("close".utf8)
    private static let keepAlive = Array("keep-alive".utf8)
    private static let trace = Array("TRACE".utf8)
}

/// The evaluation of `Transfer-Encoding`, whose fields form one list (RFC 9112 §6.1, §7).
enum TransferCodings {
    /// Sets `isChunked` if the only coding is chunked, and rejects every other list of codings.
    static func finish(_ bytes: Span<UInt8>, _ head: inout RequestHead) throws(Violation) {
        if head.minorVersion == 0 {
            throw Violation(400, "RFC 9112 §6.1: an HTTP/1.0 request has Transfer-Encoding")
        }
        if head.contentLength != nil {
            throw Violation(400, "RFC 9112 §6.2: the request has both Transfer-Encoding and Content-Length")
        }
        let codings = codings(bytes, &head)
        guard let last = codings.last, name(of: last) == chunked else {
            throw Violation(
                400,
                "RFC 9112 §6.3: the last transfer coding is not chunked, so the length of the body is unknown"
            )
        }
        if codings.dropLast().contains(where: { name(of: $0) == chunked }) {
            throw Violation(400, "RFC 9112 §6.1: the body is chunked more than once")
        }
        if last != chunked {
            throw Violation(400, "RFC 9112 §7.1: the transfer coding chunked must not have parameters")
        }
        guard codings.count == 1 else {
            throw Violation(501, "RFC 9112 §6.1: chunked is the only supported transfer coding")
        }
        head.isChunked = true
    }

    /// Returns the codings in order, in lower case, with their parameters.
    private static func codings(_ bytes: Span<UInt8>, _ head: inout RequestHead) -> [[UInt8]] {
        var codings: [[UInt8]] = []
        for field in head.fields where bytes.equalsIgnoringCase(field.name, fieldName) {
            let parts = bytes.bytes(field.value).split(separator: 0x2C, omittingEmptySubsequences: false)
            for part in parts {
                let coding = Array(part.map(\.asciiLowercased).trimmed)
                if coding.isEmpty { head.toleratedViolations.insert(.emptyListElement) } else { codings.append(coding) }
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
