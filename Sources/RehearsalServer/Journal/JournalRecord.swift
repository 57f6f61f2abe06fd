import Rehearsal
import RehearsalPlatform

/// The binary format of the journal's records: a header, a fixed part, then trailing bytes.
///
/// The records of an exchange share its ordinal; `arrived` is the first. The others follow in any order.
enum JournalRecord {
    /// The type of a record.
    enum Kind: UInt8 {
        case arrived, body, decided, ended, note, connected, disconnected, runStarted, sent
    }

    /// The header of every record.
    struct Header: BitwiseCopyable {
        /// The size of the whole record in bytes, a multiple of 8.
        var size: UInt32
        /// The number of bytes after the fixed part.
        var trailing: UInt32
        var ordinal: UInt64
        var kind: UInt8
        /// A raw value whose meaning depends on `kind`: a decision, an `EndDetail`, a note, or 1 for a complete body.
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
        /// The status code; -1 before the decision, and if no status is sent.
        var status: Int32 = -1
        /// The number of the session's scenario run that the endpoint belongs to.
        var run: Int32 = 0
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

    /// The detail of the header of an `Ended` record.
    struct EndDetail {
        let rawValue: UInt8
        private static let captured: UInt8 = 0x80

        init(rawValue: UInt8) { self.rawValue = rawValue }

        /// - Parameter isCaptured: whether the wire capture has received bytes of the reply.
        init(_ end: Journal.End, isCaptured: Bool) {
            rawValue = isCaptured ? end.rawValue | Self.captured : end.rawValue
        }

        var end: Journal.End? { Journal.End(rawValue: rawValue & ~Self.captured) }
        var isCaptured: Bool { rawValue & Self.captured != 0 }
    }

    /// The end of a connection; its `ordinal` is the connection's number.
    struct Disconnected: BitwiseCopyable {
        var at: Int64
        var received: UInt64 = 0
        var sent: UInt64 = 0
        var acknowledged: UInt64 = 0
        var exchanges: UInt64 = 0
    }

    /// The state of the simulated network that applies to a connection.
    enum Treatment: UInt8 {
        case served, refusing, resetting, closing, silent, bytes, slow
    }

    /// The subject of a note.
    enum Note: UInt8 {
        case violation, nearMiss, fault, policy, lateness
    }
}

/// A block of append-only memory that stores records.
final class JournalChunk: @unchecked Sendable {
    // Sendable: bytes before `used` never change, and readers receive `used` under the journal's lock.
    let base: UnsafeMutableRawPointer
    let capacity: Int
    /// The index in the sequence of chunks, from 0.
    private(set) var number: Int
    var used = 0
    /// The number of `arrived` records in the chunk.
    var arrivals = 0

    init(capacity: Int, number: Int) {
        base = .allocate(byteCount: capacity, alignment: 16)
        self.capacity = capacity
        self.number = number
    }

    deinit { base.deallocate() }

    @inline(__always) func hasRoom(for size: Int) -> Bool { capacity &- used >= size }

    /// Returns the address of the next record, whose bytes count as used.
    @inline(__always)
    func use(_ size: Int) -> UnsafeMutableRawPointer {
        defer { used &+= size }
        return base + used
    }

    /// Empties the chunk for reuse. No reader may hold a reference to it.
    func renew(number: Int) {
        self.number = number
        used = 0
        arrivals = 0
    }
}

extension JournalRecord {
    /// The bytes of a reply that the kernel accepted in one system call.
    struct Sent: BitwiseCopyable {
        var at: Int64
        /// The number of bytes of the reply that precede these.
        var offset: UInt64
        var count: UInt64
        /// The length of the server's address in `address`: 4 or 16 bytes, or 0 for none.
        private var addressLength: UInt64 = 0
        private var address: (UInt64, UInt64) = (0, 0)

        init(at: Int64, offset: UInt64, count: UInt64) { (self.at, self.offset, self.count) = (at, offset, count) }

        mutating func setAddress(_ bytes: [UInt8]) {
            addressLength = UInt64(min(bytes.count, 16))
            withUnsafeMutableBytes(of: &address) { $0.copyBytes(from: bytes.prefix(16)) }
        }

        /// The address as text, such as `127.0.0.1` or `::1`; nil for none.
        var addressText: String? {
            withUnsafeBytes(of: address) { Socket.addressText(Array($0.prefix(Int(addressLength)))) }
        }
    }
}
