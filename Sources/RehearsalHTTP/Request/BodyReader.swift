package import Rehearsal

/// An incremental reader of one request body.
package struct BodyReader {
    private enum Framing {
        case length(remaining: Int)
        case chunked(ChunkedDecoder)
    }

    private var framing: Framing
    private let keeps: Int
    package private(set) var body = Journal.Body(hash: StableHash.basis, isComplete: false)

    /// - Parameters:
    ///   - keeps: the maximum number of kept bytes.
    ///   - limits: the limits of the body, of chunk extensions and of trailers.
    package init(_ head: RequestHead, keeps: Int, limits: RequestLimits) {
        framing = head.isChunked ? .chunked(ChunkedDecoder(limits)) : .length(remaining: head.contentLength ?? 0)
        self.keeps = keeps
        if case .length(0) = framing { body.isComplete = true }
    }

    /// Throws a violation if the declared length of a body exceeds the limit.
    package static func check(_ contentLength: Int?, _ limits: RequestLimits) throws(Violation) {
        if let contentLength, contentLength > limits.body { throw tooLarge(limits.body) }
    }

    package var isComplete: Bool { body.isComplete }

    /// The number of kept bytes.
    package var kept: Int { body.kept.count }

    /// The number of further bytes that the reader may keep.
    package var remainingCapacity: Int {
        let room = keeps - body.kept.count
        return if case .length(let remaining) = framing { min(remaining, room) } else { room }
    }

    /// The violated rules that the server tolerates.
    package var remarks: [String] {
        if case .chunked(let decoder) = framing { decoder.remarks } else { [] }
    }

    /// A description of the received part of an incomplete body, such as `3 of 10 bytes`.
    package var progressDescription: String {
        switch framing {
        case .length(let remaining): "\(body.length) of \(body.length + remaining) bytes"
        case .chunked: "\(body.length) bytes and no last chunk"
        }
    }

    /// Reads bytes. Returns the number of bytes that belong to this body.
    package mutating func feed(_ bytes: UnsafeRawBufferPointer) throws(Violation) -> Int {
        switch framing {
        case .length(let remaining):
            let count = min(remaining, bytes.count)
            Self.take(UnsafeRawBufferPointer(rebasing: bytes[..<count]), into: &body, keeps)
            framing = .length(remaining: remaining - count)
            body.isComplete = remaining == count
            return count
        case .chunked(var decoder):
            // The decoder is stored even after an error, because it contains the remarks.
            defer { framing = .chunked(decoder) }
            let used = try decoder.feed(bytes) { Self.take($0, into: &body, keeps) }
            body.isComplete = decoder.isComplete
            return used
        }
    }

    private static func take(
        _ piece: UnsafeRawBufferPointer,
        into body: inout Journal.Body,
        _ keeps: Int,
    ) {
        body.length += piece.count
        let room = keeps - body.kept.count
        if room > 0 { body.kept.append(contentsOf: piece.prefix(room)) }
        body.hash = StableHash.of(piece, from: body.hash)
    }

    static func tooLarge(_ limit: Int) -> Violation {
        Violation(413, "RFC 9110 §15.5.14: the body is larger than \(limit) bytes")
    }

    /// Returns the violation of a request whose body exceeds the memory that incomplete bodies share.
    package static func memoryExceeded(_ limit: Int) -> Violation {
        Violation(503, "RFC 9110 §15.6.4: the incomplete request bodies would have more than \(limit) bytes together")
    }
}
