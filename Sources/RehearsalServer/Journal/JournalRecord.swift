import Rehearsal
import RehearsalPlatform

/// The shapes in which the arena holds what happened: fixed parts, each followed by its bytes.
///
/// An exchange is one `arrived` record, then at most one each of the others, in any order,
/// told together by its ordinal.
enum JournalRecord {
    enum Kind: UInt8 {
        case arrived, body, decided, ended, note, connected, disconnected, played, sent
    }

    /// What every record begins with.
    struct Header: BitwiseCopyable {
        /// Of the whole record, a multiple of 8.
        var size: UInt32
        /// Bytes after the fixed part.
        var trailing: UInt32
        var ordinal: UInt64
        var kind: UInt8
        /// `Journal.Decision`, `Journal.End`, whether a body is complete, or which note it is.
        var detail: UInt8
    }

    struct Arrived: BitwiseCopyable {
        var connection: UInt32
        var exchange: UInt32
        var at: Int64
        var headAt: Int64
        /// 1 if the head announces a body.
        var hasBody: Int64
        var decided: Decided
    }

    struct Decided: BitwiseCopyable {
        var endpoint: Int32 = -1
        var reply: Int32 = -1
        /// -1 while none is decided.
        var status: Int32 = -1
        /// Which of the session's plays the endpoint is of.
        var play: Int32 = 0
    }

    struct Body: BitwiseCopyable {
        var length: UInt64
        var hash: UInt64
        var at: Int64
    }

    struct Ended: BitwiseCopyable {
        var written: UInt64
        var at: Int64
        var peerClosedAt: Int64
    }

    /// The end of a connection; its `ordinal` is the connection's number.
    struct Disconnected: BitwiseCopyable {
        var at: Int64
        var received: UInt64 = 0
        var sent: UInt64 = 0
        var acknowledged: UInt64 = 0
        var exchanges: UInt64 = 0
    }

    /// What the network does to a connection.
    enum Treatment: UInt8 {
        case served, refusing, resetting, closing, silent, bytes, slow
    }

    /// What a note is about.
    enum Note: UInt8 {
        case violation, nearest, fault, policy, lateness
    }
}

/// A piece of the arena: written from front to back, never changed behind its mark.
final class JournalChunk: @unchecked Sendable {
    // Sendable: bytes before `used` never change, and readers are given `used` under the journal's lock.
    let base: UnsafeMutableRawPointer
    let capacity: Int
    /// Place in the sequence of chunks, from 0.
    private(set) var number: Int
    var used = 0
    /// `arrived` records in it.
    var arrivals = 0

    init(capacity: Int, number: Int) {
        base = .allocate(byteCount: capacity, alignment: 16)
        self.capacity = capacity
        self.number = number
    }

    deinit { base.deallocate() }

    /// Makes a chunk that nobody else holds ready to be written again.
    func renew(number: Int) {
        self.number = number
        used = 0
        arrivals = 0
    }
}

extension JournalRecord {
    /// What the kernel took of a reply at one time.
    struct Sent: BitwiseCopyable {
        var at: Int64
        /// Bytes of the reply before these.
        var offset: UInt64
        var count: UInt64
        /// 4 or 16 bytes of an address that follow, 0 for none.
        private var addressLength: UInt64 = 0
        private var address: (UInt64, UInt64) = (0, 0)

        init(at: Int64, offset: UInt64, count: UInt64) { (self.at, self.offset, self.count) = (at, offset, count) }

        mutating func take(_ bytes: [UInt8]) {
            addressLength = UInt64(min(bytes.count, 16))
            withUnsafeMutableBytes(of: &address) { $0.copyBytes(from: bytes.prefix(16)) }
        }

        /// `127.0.0.1` or `::1`; nil if there is none.
        var addressText: String? {
            withUnsafeBytes(of: address) { Socket.addressText(Array($0.prefix(Int(addressLength)))) }
        }
    }
}
