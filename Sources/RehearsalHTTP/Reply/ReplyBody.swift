import RehearsalPlatform

/// The body of one reply while it passes.
package struct ReplyBody {
    /// After transfer decoding; no more than what is kept.
    package private(set) var kept: [UInt8] = []
    /// How long it is by now, after transfer decoding.
    package private(set) var length = 0
    package private(set) var isComplete: Bool
    private var remaining: Int
    private var decoder: ChunkedDecoder
    private let framing: ReplyHead.Framing
    private let keeps: Int
    private let room: BodyRoom

    /// - Parameters:
    ///   - keeps: how many bytes are kept for the recording.
    ///   - room: where there has to be room for them.
    package init(_ framing: ReplyHead.Framing, keeps: Int, in room: BodyRoom) {
        self.framing = framing
        (self.keeps, self.room) = (keeps, room)
        if case .length(let length) = framing { remaining = length } else { remaining = 0 }
        isComplete = framing == .none || framing == .length(0)
        var limits = RequestLimits()
        // A stream may go on for as long as it likes.
        (limits.body, limits.head) = (.max / 4, .max / 4)
        decoder = ChunkedDecoder(limits)
    }

    /// Whether all that came of it was kept.
    package var isKept: Bool { length == kept.count }

    /// Reads on; returns how many bytes belong to this body.
    ///
    /// - Parameter decoded: takes the pieces with the transfer coding taken off.
    package mutating func feed(
        _ bytes: UnsafeRawBufferPointer,
        _ decoded: (UnsafeRawBufferPointer) -> Void = { _ in }
    ) throws(TransferFailure) -> Int {
        switch framing {
        case .none: return 0
        case .untilClose:
            take(bytes, decoded)
            return bytes.count
        case .length:
            let count = min(remaining, bytes.count)
            take(UnsafeRawBufferPointer(rebasing: bytes[..<count]), decoded)
            remaining -= count
            isComplete = remaining == 0
            return count
        case .chunked: return try feedChunks(bytes, decoded)
        }
    }

    /// The connection has ended; returns whether the body is whole.
    package mutating func end() -> Bool {
        if framing == .untilClose { isComplete = true }
        return isComplete
    }

    private mutating func feedChunks(
        _ bytes: UnsafeRawBufferPointer,
        _ decoded: (UnsafeRawBufferPointer) -> Void
    ) throws(TransferFailure) -> Int {
        var pieces = decoder
        defer { decoder = pieces }
        do throws(Violation) {
            let used = try pieces.feed(bytes) { take($0, decoded) }
            isComplete = pieces.isComplete
            return used
        } catch {
            throw TransferFailure(.malformed, "the chunks of its reply are broken (\(error.rule))")
        }
    }

    private mutating func take(_ piece: UnsafeRawBufferPointer, _ decoded: (UnsafeRawBufferPointer) -> Void) {
        let wasKept = isKept
        length += piece.count
        // One piece that is not kept ends what is kept.
        if wasKept {
            let count = room.take(min(piece.count, max(0, keeps - kept.count)))
            if count > 0 { kept.append(contentsOf: piece.prefix(count)) }
        }
        decoded(piece)
    }

    /// Gives up what is kept.
    package mutating func forget() {
        room.giveBack(kept.count)
        kept = []
    }
}

/// Memory for the bodies that are kept for the recording while they pass, shared by all exchanges.
package final class BodyRoom: Sendable {
    private let left: Locked<Int>

    /// - Parameter bytes: the room for all of them together; 256 MiB.
    package init(_ bytes: Int = 256 << 20) { left = Locked(bytes) }

    /// Takes as much of some bytes as there is room for; returns how many.
    package func take(_ bytes: Int) -> Int {
        left.withLock {
            let taken = min(bytes, $0)
            $0 -= taken
            return taken
        }
    }

    package func giveBack(_ bytes: Int) { left.withLock { $0 += bytes } }
}
