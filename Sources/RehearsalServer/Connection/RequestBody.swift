import Rehearsal
import RehearsalHTTP

/// The body of a request while it arrives, and the head, which is kept until the decision.
struct RequestBody {
    /// The number of bytes of a body that the journal keeps.
    private static let mostKept = 1 << 20

    /// The repaired head.
    let head: [UInt8]
    private var reader: BodyReader

    /// Creates the body of a parsed head.
    ///
    /// - Parameter decides: whether the whole body is kept because conditions need it.
    init(of parsed: RequestHead, head: [UInt8], decides: Bool, limits: RequestLimits) {
        self.head = head
        reader = BodyReader(parsed, keeps: decides ? limits.body : Self.mostKept, limits: limits)
    }

    var isComplete: Bool { reader.isComplete }
    /// The number of bytes that have arrived, without the transfer coding.
    var length: Int { reader.body.length }
    /// The bytes kept so far.
    var kept: [UInt8] { reader.body.kept }
    var keptCount: Int { reader.kept }

    /// Feeds bytes to the body; returns the number of bytes that belong to it.
    ///
    /// - Parameters:
    ///   - arriving: the number of bytes kept of all incomplete bodies.
    ///   - limit: the limit of `arriving`.
    mutating func feed(_ piece: UnsafeRawBufferPointer, arriving: Int, limit: Int) throws(Violation) -> Int {
        guard arriving + min(piece.count, reader.remainingCapacity) <= limit else {
            throw BodyReader.memoryExceeded(limit)
        }
        return try reader.feed(piece)
    }

    /// Whether the bytes complete the body, or break a rule that is reported when they are read.
    func isCompleted(by bytes: [UInt8]) -> Bool {
        var rest = reader
        let used = bytes.withUnsafeBytes { try? rest.feed($0) }
        return used == nil || rest.isComplete
    }

    /// The part of the body that the journal keeps, complete or not, and the rules that the body broke.
    var entry: (body: Journal.Body, rules: [String]) {
        var body = reader.body
        if body.kept.count > Self.mostKept { body.kept = Array(body.kept.prefix(Self.mostKept)) }
        return (body, reader.remarks)
    }

    /// The rule that is broken when the client closes its side before the end of the body.
    var truncationViolation: String { "RFC 9112 §8: the body ended after \(reader.progressDescription)" }
}
