import Rehearsal
import RehearsalHTTP
import RehearsalServer
import RehearsalTestSupport

extension FuzzTarget {
    /// The reading of requests on a connection (RFC 9112), strict and with full leniency.
    static let requests = FuzzTarget("requests") { bytes in
        let strict = try RequestStream.read(bytes, [])
        let lenient = try RequestStream.read(bytes, .all)
        try Finding.require(
            lenient.requests.starts(with: strict.requests),
            "lenient reading differs from strict reading in valid requests"
        )
        if case .rejected = strict.ending { return }
        try Finding.require(
            lenient.ending == strict.ending && lenient.requests.count == strict.requests.count,
            "strict reading ends with \(strict.ending), lenient reading with \(lenient.ending)"
        )
    }
}

private enum RequestStream {
    /// Small limits, which inputs of the fuzzer reach.
    private static var limits: RequestLimits {
        var limits = RequestLimits()
        limits.head = 1024
        limits.headerLines = 12
        limits.target = 256
        limits.body = 512
        return limits
    }

    /// Reads the bytes at once, and checks that reading them in pieces has the same result.
    static func read(_ bytes: [UInt8], _ leniency: RequestLeniency) throws -> RequestSequence {
        let whole = RequestSequence([bytes], limits: limits, leniency: leniency)
        for request in whole.requests { try requireSense(of: request) }
        var ways = [pieces(of: bytes)]
        if bytes.count <= 1024 { ways.append(RequestSequence.singleBytes(bytes)) }
        for pieces in ways {
            let cut = RequestSequence(pieces, limits: limits, leniency: leniency)
            try Finding.require(
                isSame(cut.ending, whole.ending),
                "read at once it ends with \(whole.ending), in \(pieces.count) pieces with \(cut.ending)"
            )
            try Finding.require(
                cut.requests == whole.requests,
                "read at once it has \(whole.requests), in \(pieces.count) pieces \(cut.requests)"
            )
        }
        return whole
    }

    /// Returns whether two endings are equal; with several violations, the pieces may decide which is reported.
    private static func isSame(_ left: RequestSequence.Ending, _ right: RequestSequence.Ending) -> Bool {
        if case (.rejected, .rejected) = (left, right) { return true }
        return left == right
    }

    /// Splits the bytes at positions that depend only on the bytes.
    private static func pieces(of bytes: [UInt8]) -> [[UInt8]] {
        var state = bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        var pieces: [[UInt8]] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let count = 1 + Int(state >> 33) % max(1, bytes.count / 4)
            pieces.append(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        return pieces
    }

    /// Checks that the parts of a request are valid and its body is within the limit.
    private static func requireSense(of request: RequestSequence.Request) throws {
        let isMethod = !request.method.isEmpty && request.method.utf8.allSatisfy { 0x21..<0x7F ~= $0 }
        try Finding.require(isMethod, "\(request.method.debugDescription) is a method")
        try Finding.require(!request.target.isEmpty, "a target is empty")
        try Finding.require(!holdsLineEnd(request.target) && !request.target.utf8.contains(0x20), "a target has spaces")
        try Finding.require(request.body.count <= limits.body, "a body of \(request.body.count) bytes is taken")
        for field in request.fields {
            try Finding.require(!field[0].isEmpty && !field[0].utf8.contains(0x3A), "\(field) is a field")
            try Finding.require(!field.contains(where: holdsLineEnd), "\(field) contains a line end")
        }
    }

    private static func holdsLineEnd(_ text: String) -> Bool {
        text.utf8.contains { $0 == 0x0A || $0 == 0x0D || $0 == 0 }
    }
}
