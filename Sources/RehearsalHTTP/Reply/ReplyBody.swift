import RehearsalPlatform

/// A decoder of one reply body that passes each decoded piece on and keeps the beginning of the body.
package struct ReplyBody {
    /// The kept bytes, without the transfer coding.
    package private(set) var kept: [UInt8] = []
    /// The number of bytes received so far, without the transfer coding.
    package private(set) var length = 0
    package private(set) var isComplete: Bool
    private var remaining: Int
    private var decoder: ChunkedDecoder
    private let framing: ReplyHead.Framing
    private let keeps: Int
    private let room: BodyMemoryBudget

    /// - Parameters:
    ///   - keeps: the maximum number of kept bytes.
    ///   - budget: the memory budget for kept bytes, which all bodies share.
    package init(_ framing: ReplyHead.Framing, keeps: Int, in budget: BodyMemoryBudget) {
        self.framing = framing
        (self.keeps, self.room) = (keeps, budget)
        if case .length(let length) = framing { remaining = length } else { remaining = 0 }
        isComplete = framing == .none || framing == .length(0)
        var limits = RequestLimits()
        // A reply may stream forever, so its length has no limit.
        (limits.body, limits.head) = (.max / 4, .max / 4)
        decoder = ChunkedDecoder(limits)
    }

    /// Whether all bytes received so far are kept.
    package var isFullyKept: Bool { length == kept.count }

    /// Decodes received bytes. Returns the number of bytes that belong to this body.
    ///
    /// - Parameter decoded: receives the pieces of the body without the transfer coding.
    package mutating func feed(
        _ bytes: UnsafeRawBufferPointer,
        _ decoded: (UnsafeRawBufferPointer) -> Void = { _ in }
    ) throws(TransferFailure) -> Int {
        switch framing {
        case .none: return 0
        case .untilClose:
            pass(bytes, decoded)
            return bytes.count
        case .length:
            let count = min(remaining, bytes.count)
            pass(UnsafeRawBufferPointer(rebasing: bytes[..<count]), decoded)
            remaining -= count
            isComplete = remaining == 0
            return count
        case .chunked: return try feedChunks(bytes, decoded)
        }
    }

    /// Handles the end of the connection. Returns whether the body is complete.
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
            let used = try pieces.feed(bytes) { pass($0, decoded) }
            isComplete = pieces.isComplete
            return used
        } catch {
            throw TransferFailure(.malformed, "its reply has an invalid chunk (\(error.rule))")
        }
    }

    private mutating func pass(_ piece: UnsafeRawBufferPointer, _ decoded: (UnsafeRawBufferPointer) -> Void) {
        let wasKept = isFullyKept
        length += piece.count
        // After a piece that is not kept completely, no later piece is kept.
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

/// A memory budget for kept bodies, which several exchanges share.
package final class BodyMemoryBudget: Sendable {
    private let available: Locked<Int>

    /// - Parameter bytes: the maximum total of kept bytes; 256 MiB by default.
    package init(_ bytes: Int = 256 << 20) { available = Locked(bytes) }

    /// Reserves at most a number of bytes. Returns the number of reserved bytes.
    package func reserve(_ bytes: Int) -> Int {
        available.withLock {
            let reserved = min(bytes, $0)
            $0 -= reserved
            return reserved
        }
    }

    package func release(_ bytes: Int) { available.withLock { $0 += bytes } }
}
