import Rehearsal

/// How large the body of a reply is, as far as the document alone tells.
enum BodySize {
    /// In bytes, the fewest and the most that it can have; nil for one that nobody can count.
    static func range(of reply: Scenario.Reply) -> ClosedRange<Int>? {
        // Chunks and a fault add bytes, and a recorded origin is replaced by one of another length.
        guard !reply.headers.names("Transfer-Encoding"), reply.recordedOrigins.isEmpty else { return nil }
        for fault in reply.faults { if case .extraBytes = fault.effect { return nil } }
        switch reply.body {
        case .none: return 0...0
        case .json(let json): return exactly(json.bytes().count)
        // The server adds what a writer leaves out.
        case .problem(let json): return json.bytes().count...(json.bytes().count + 64)
        case .text(let text): return exactly(text.utf8.count)
        case .bytes(let bytes, _): return exactly(bytes.count)
        case .events, .raw: return nil
        }
    }

    private static func exactly(_ count: Int) -> ClosedRange<Int> { count...count }
}
