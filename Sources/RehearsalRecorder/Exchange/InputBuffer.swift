/// Bytes that have come and have not been used yet.
struct InputBuffer {
    private var storage: [UInt8] = []
    private var start = 0

    var count: Int { storage.count - start }
    var isEmpty: Bool { start == storage.count }

    func withBytes<Result, Failure>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let outcome = storage.withUnsafeBytes { bytes in
            let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
            return Swift.Result { () throws(Failure) in try body(rest) }
        }
        return try outcome.get()
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) { storage.append(contentsOf: bytes) }

    /// Takes so many bytes out.
    mutating func take(_ count: Int) -> [UInt8] {
        defer { drop(count) }
        return Array(storage[start..<(start + count)])
    }

    mutating func drop(_ count: Int) {
        start += count
        guard start == storage.count else { return }
        storage.removeAll(keepingCapacity: storage.capacity <= Self.mostKept)
        start = 0
    }

    /// What stays allocated for a connection that is silent.
    private static let mostKept = 64 << 10
}
