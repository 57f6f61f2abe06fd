import RehearsalPlatform

/// A decoder of one reply body that passes pieces on and keeps a part of them.
package struct ReplyBody {
    /// The kept bytes after transfer decoding.
    package private(set) var kept: [UInt8] = []
    /// The length so far in bytes, after transfer decoding.
    package private(set) var length = 0
    package private(set) var isComplete: Bool
    private var remaining: Int
    private var decoder: ChunkedDecoder
    private let framing: ReplyHead.Framing
    private let keeps: Int
    private let room: BodyMemoryBudget

    /// - Parameters:
    ///   - keeps: the maximum number of bytes kept for the recording.
    ///   - room: the shared memory budget for kept bytes.
    package init(_ framing: ReplyHead.Framing, keeps: Int, in room: BodyMemoryBudget) {
        self.framing = framing
        (self.keeps, self.room) = (keeps, room)
        if case .length(let length) = framing { remaining = length } else { remaining = 0 }
        isComplete = framing == .none || framing == .length(0)
        var limits = RequestLimits()
        // A streaming reply has no maximum length.
        (limits.body, limits.head) = (.max / 4, .max / 4)
        decoder = ChunkedDecoder(limits)
    }

    /// Whether all bytes so far are kept.
    package var isFullyKept: Bool { length == kept.count }

    /// Consumes bytes; returns the number that belong to this body.
    ///
    /// - Parameter decoded: receives the pieces without their transfer coding.
    package mutating func feed(
        _ bytes: UnsafeRawBufferPointer,
        _ decoded: (UnsafeRawBufferPointer) -> Void = { _ in }
    ) throws(TransferFailure) -> Int {
        switch framing {
        case .none: return 0
        case .untilClose:
            reserve(bytes, decoded)
            return bytes.count
        case .length:
            let count = min(remaining, bytes.count)
            reserve(UnsafeRawBufferPointer(rebasing: bytes[..<count]), decoded)
            remaining -= count
            isComplete = remaining == 0
            return count
        case .chunked: return try feedChunks(bytes, decoded)
        }
    }

    /// Handles the end of the connection; returns whether the body is complete.
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
            let used = try pieces.feed(bytes) { reserve($0, decoded) }
            isComplete = pieces.isComplete
            return used
        } catch {
            throw TransferFailure(.malformed, "its reply has an invalid chunk (\(error.rule))")
        }
    }

    private mutating func reserve(_ piece: UnsafeRawBufferPointer, _ decoded: (UnsafeRawBufferPointer) -> Void) {
        let wasKept = isFullyKept
        length += piece.count
        // Kept bytes end at the first piece that is not kept whole.
        if wasKept {
            let count = room.reserve(min(piece.count, max(0, keeps - kept.count)))
            if count > 0 { kept.append(contentsOf: piece.prefix(count)) }
        }
        decoded(piece)
    }

    /// Discards the kept bytes and returns their memory to the budget.
    package mutating func discardKept() {
        room.release(kept.count)
        kept = []
    }
}

/// The memory budget for kept bodies, which all exchanges share.
package final class BodyMemoryBudget: Sendable {
    private let left: Locked<Int>

    /// - Parameter bytes: the total of all kept bytes; 256 MiB by default.
    package init(_ bytes: Int = 256 << 20) { left = Locked(bytes) }

    /// Reserves up to a number of bytes; returns the number reserved.
    package func reserve(_ bytes: Int) -> Int {
        left.withLock {
            let taken = min(bytes, $0)
            $0 -= taken
            return taken
        }
    }

    package func release(_ bytes: Int) { left.withLock { $0 += bytes } }
}
