import Rehearsal
import RehearsalHTTP
import RehearsalPlatform

/// The end of the head of an answered GET request, from the space after the path on.
///
/// Most clients send the same header fields with each request. A head that ends like an earlier one is valid too and
/// has the same framing, so that the server compares bytes instead of parsing them.
struct RepeatedHead {
    /// The length of the longest end that is stored.
    static let capacity = 1 << 10
    /// The bytes of `GET` and a space in memory.
    private static var method: UInt32 { UInt32(bigEndian: 0x4745_5420) }

    private let bytes: UnsafeMutableRawPointer
    private var count = 0
    /// The scenario run that answered the request; no run has the number 0.
    private var run: UInt64 = 0
    /// The length of the longest head that has no longer target than the session permits.
    private var maximumLength = 0
    /// The properties of a request with this end.
    private(set) var request = HTTPConnection.Request()

    fileprivate init(_ bytes: UnsafeMutableRawPointer) { self.bytes = bytes }

    /// Returns the path of a request to a run whose head has this end; nil for other bytes.
    @inline(__always)
    func path(of head: UnsafeRawBufferPointer, in run: UInt64) -> UnsafeRawBufferPointer? {
        let length = head.count &- count &- 4
        guard run == self.run, length > 0, head.count <= maximumLength, let base = head.baseAddress,
            base.loadUnaligned(as: UInt32.self) == Self.method, memcmp(base + 4 + length, bytes, count) == 0
        else { return nil }
        return UnsafeRawBufferPointer(start: base + 4, count: length)
    }

    /// Returns whether this is the end of the head of a request to a run.
    fileprivate func isEnd(_ end: UnsafeRawBufferPointer, in run: UInt64) -> Bool {
        guard run == self.run, end.count == count, let base = end.baseAddress else { return false }
        return memcmp(base, bytes, count) == 0
    }

    fileprivate mutating func store(
        _ end: UnsafeRawBufferPointer,
        of run: UInt64,
        maximumLength: Int,
        _ request: HTTPConnection.Request,
    ) {
        UnsafeMutableRawBufferPointer(start: bytes, count: Self.capacity).copyMemory(from: end)
        (count, self.run, self.maximumLength, self.request) = (end.count, run, maximumLength, request)
    }
}

/// The ends of heads that a loop has stored. A connection has the index of the one that its last request had.
final class RepeatedHeads {
    private static let count = 8
    private let heads = UnsafeMutablePointer<RepeatedHead>.allocate(capacity: RepeatedHeads.count)
    private let memory = UnsafeMutableRawPointer.allocate(
        byteCount: RepeatedHeads.count * RepeatedHead.capacity,
        alignment: 64
    )
    @exclusivity(unchecked) private var next = 0

    init() {
        for index in 0..<Self.count {
            (heads + index).initialize(to: RepeatedHead(memory + index * RepeatedHead.capacity))
        }
    }

    deinit {
        heads.deinitialize(count: Self.count).deallocate()
        memory.deallocate()
    }

    /// Returns the path of a request to a run whose head has the end with an index; nil for other bytes.
    @inline(__always)
    func path(of head: UnsafeRawBufferPointer, in run: UInt64, at index: UInt8) -> UnsafeRawBufferPointer? {
        (heads + Int(index)).pointee.path(of: head, in: run)
    }

    /// Returns the properties of a request whose head has the end with an index.
    @inline(__always)
    func request(at index: UInt8) -> HTTPConnection.Request { (heads + Int(index)).pointee.request }

    /// Returns the index of the end of a head that the loop has parsed; nil if the head is not that of a GET request
    /// without a query, or too long.
    ///
    /// An end that is not known yet replaces the oldest one.
    func index(of head: UnsafeRawBufferPointer, _ connection: HTTPConnection, on loop: EventLoop) -> UInt8? {
        let parsed = loop.head
        let end = UnsafeRawBufferPointer(rebasing: head[Int(parsed.pointee.path.end)...])
        guard case .get = parsed.pointee.methodCode, parsed.pointee.path == parsed.pointee.target,
            end.count <= RepeatedHead.capacity
        else { return nil }
        let run = connection.run.identifier
        for index in 0..<Self.count where heads[index].isEnd(end, in: run) { return UInt8(index) }
        let limits = connection.session.requestLimits
        let index = next
        next = (next + 1) % Self.count
        heads[index].store(end, of: run, maximumLength: min(limits.head, limits.target), connection.request)
        return UInt8(index)
    }
}
