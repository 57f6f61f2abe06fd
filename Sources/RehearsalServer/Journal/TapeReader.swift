import Rehearsal

/// Puts together what was sent of each reply, from the first byte to the last that is kept.
struct TapeReader {
    private var replies: [Int: Journal.SentReply] = [:]
    /// Bytes of replies that are not over.
    private var held = 0

    /// The most that is held of replies that are not over.
    private let mostHeld: Int

    init(mostHeld: Int) { self.mostHeld = mostHeld }

    /// Reads the records behind an offset that are about what was sent.
    mutating func read(_ piece: JournalStore.Piece, from start: Int) {
        var offset = start
        while offset < piece.used {
            let place = UnsafeRawPointer(piece.chunk.base) + offset
            let header = place.load(as: JournalRecord.Header.self)
            if header.kind == JournalRecord.Kind.sent.rawValue {
                take(header, place + MemoryLayout<JournalRecord.Header>.stride)
            }
            offset += Int(header.size)
        }
    }

    /// Takes out what was sent of exchanges that have ended, and forgets that of those which nobody asks for.
    mutating func take(_ ended: [Int], keeping isOpen: (_ ordinal: Int) -> Bool) -> [Int: Journal.SentReply] {
        guard !replies.isEmpty else { return [:] }
        var taken: [Int: Journal.SentReply] = [:]
        for ordinal in ended { taken[ordinal] = remove(ordinal) }
        for ordinal in replies.keys where !isOpen(ordinal) { _ = remove(ordinal) }
        return taken
    }

    private mutating func remove(_ ordinal: Int) -> Journal.SentReply? {
        let reply = replies.removeValue(forKey: ordinal)
        held -= reply?.bytes.count ?? 0
        return reply
    }

    private mutating func take(_ header: JournalRecord.Header, _ fixed: UnsafeRawPointer) {
        let record = fixed.load(as: JournalRecord.Sent.self)
        let start = fixed + MemoryLayout<JournalRecord.Sent>.stride
        let bytes = UnsafeRawBufferPointer(start: start, count: Int(header.trailing))
        var reply =
            replies.removeValue(forKey: Int(header.ordinal))
            ?? Journal.SentReply(firstAt: record.at, address: record.addressText)
        if reply.length != Int(record.offset) { reply.hasGap = true }
        reply.length = Int(record.offset + record.count)
        reply.lastAt = record.at
        // One piece that is not kept ends what is kept: what follows would stand in its place.
        if held + bytes.count <= mostHeld, reply.bytes.count == Int(record.offset) {
            reply.bytes += bytes
            held += bytes.count
        }
        replies[Int(header.ordinal)] = reply
    }
}
