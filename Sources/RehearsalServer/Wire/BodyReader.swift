import Rehearsal

/// The body of one request while it arrives.
struct BodyReader {
    private enum Framing {
        case length(remaining: Int)
        case chunked(ChunkedDecoder)
    }

    private var framing: Framing
    private let limit: Int
    private let keeps: Int
    private(set) var body = Journal.Body(hash: BodyReader.hashBasis, isComplete: false)

    /// FNV-1a's starting value: the hash of no bytes.
    static let hashBasis: UInt64 = 0xcbf2_9ce4_8422_2325

    /// - Parameters:
    ///   - keeps: how many bytes are kept for the journal and for conditions.
    ///   - limit: how many a body may have.
    init(_ head: RequestHead, keeps: Int, limit: Int) {
        framing = head.isChunked ? .chunked(ChunkedDecoder()) : .length(remaining: head.contentLength ?? 0)
        self.keeps = keeps
        self.limit = limit
        if case .length(0) = framing { body.isComplete = true }
    }

    var isComplete: Bool { body.isComplete }

    /// Reads on; returns how many bytes belong to this body.
    mutating func feed(_ bytes: UnsafeRawBufferPointer) throws(Violation) -> Int {
        switch framing {
        case .length(let remaining):
            let count = min(remaining, bytes.count)
            try Self.take(UnsafeRawBufferPointer(rebasing: bytes[..<count]), into: &body, keeps, limit)
            framing = .length(remaining: remaining - count)
            body.isComplete = remaining == count
            return count
        case .chunked(var decoder):
            let used = try decoder.feed(bytes) { piece throws(Violation) in
                try Self.take(piece, into: &body, keeps, limit)
            }
            body.isComplete = decoder.isComplete
            framing = .chunked(decoder)
            return used
        }
    }

    private static func take(
        _ piece: UnsafeRawBufferPointer,
        into body: inout Journal.Body,
        _ keeps: Int,
        _ limit: Int,
    ) throws(Violation) {
        body.length += piece.count
        if body.length > limit {
            throw Violation(413, "RFC 9110 §15.5.14: the body is larger than \(limit) bytes")
        }
        let room = keeps - body.kept.count
        if room > 0 { body.kept.append(contentsOf: piece.prefix(room)) }
        body.hash = hash(piece, from: body.hash)
    }

    static func hash(_ bytes: some Sequence<UInt8>, from start: UInt64 = hashBasis) -> UInt64 {
        bytes.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
