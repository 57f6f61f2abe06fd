import Rehearsal
import RehearsalHTTP

/// The body of a request while it arrives, with the head that is kept until the request is decided about.
struct RequestBody {
    /// Bytes of a body that the journal keeps.
    private static let mostKept = 1 << 20

    /// The head as it is understood.
    let head: [UInt8]
    private var reader: BodyReader

    /// - Parameter decides: whether the whole body is kept, because conditions ask for it.
    init(of parsed: RequestHead, head: [UInt8], decides: Bool, limits: RequestLimits) {
        self.head = head
        reader = BodyReader(parsed, keeps: decides ? limits.body : Self.mostKept, limits: limits)
    }

    var isComplete: Bool { reader.isComplete }
    /// The number of bytes that have come, without the transfer coding.
    var length: Int { reader.body.length }
    /// The bytes that are kept by now.
    var kept: [UInt8] { reader.body.kept }
    var keptCount: Int { reader.kept }

    /// Reads more of the body; returns how many bytes belong to it.
    ///
    /// - Parameters:
    ///   - arriving: the bytes that are kept of all incomplete bodies.
    ///   - limit: the most that may be kept of them.
    mutating func feed(_ piece: UnsafeRawBufferPointer, arriving: Int, limit: Int) throws(Violation) -> Int {
        guard arriving + min(piece.count, reader.room) <= limit else { throw BodyReader.noRoom(limit) }
        return try reader.feed(piece)
    }

    /// Whether bytes complete the body, or break a rule, which the client is told when they are read.
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

    /// The rule that a client breaks which closes its side before the end of the body.
    var cutRule: String { "RFC 9112 §8: the body ended after \(reader.shortfall)" }
}
