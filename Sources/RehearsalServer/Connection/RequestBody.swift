import Rehearsal
import RehearsalHTTP

/// A request body that is being received, with the head, which is parsed again once the body is complete.
struct RequestBody {
    /// The number of bytes of a body that the journal keeps.
    private static let maximumKept = 1 << 20

    /// The head after repair of tolerated errors.
    let head: [UInt8]
    private var reader: BodyReader

    /// Creates the body of a parsed head.
    ///
    /// - Parameter decides: whether to keep the whole body, because a condition may match any part of it.
    init(of requestHead: RequestHead, head: [UInt8], decides: Bool, limits: RequestLimits) {
        self.head = head
        reader = BodyReader(requestHead, keeps: decides ? limits.body : Self.maximumKept, limits: limits)
    }

    var isComplete: Bool { reader.isComplete }
    /// The number of received bytes, without the transfer coding.
    var length: Int { reader.body.length }
    /// The bytes kept so far.
    var kept: [UInt8] { reader.body.kept }
    var keptCount: Int { reader.kept }

    /// Feeds bytes to the body. Returns the number of bytes that belong to it.
    ///
    /// - Parameters:
    ///   - arriving: the number of bytes that are kept of all incomplete bodies.
    ///   - limit: the limit of `arriving`.
    mutating func feed(_ piece: UnsafeRawBufferPointer, arriving: Int, limit: Int) throws(Violation) -> Int {
        guard arriving + min(piece.count, reader.remainingCapacity) <= limit else {
            throw BodyReader.memoryExceeded(limit)
        }
        return try reader.feed(piece)
    }

    /// Returns whether the bytes complete the body, or violate its framing and are rejected when they are read.
    func isCompleted(by bytes: [UInt8]) -> Bool {
        var copy = reader
        let used = bytes.withUnsafeBytes { try? copy.feed($0) }
        return used == nil || copy.isComplete
    }

    /// The part of the body that the journal keeps, and the rules that the body violates. The body may be incomplete.
    var entry: (body: Journal.Body, rules: [String]) {
        var body = reader.body
        if body.kept.count > Self.maximumKept { body.kept = Array(body.kept.prefix(Self.maximumKept)) }
        return (body, reader.remarks)
    }

    /// The violation that is recorded if the client closes its side before the end of the body.
    var truncationViolation: String { "RFC 9112 §8: the body ended after \(reader.progressDescription)" }
}
