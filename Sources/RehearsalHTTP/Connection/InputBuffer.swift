/// Bytes that have come and have not been used yet.
package struct InputBuffer {
    private var storage: [UInt8] = []
    private var start = 0

    package var count: Int { storage.count - start }
    package var isEmpty: Bool { start == storage.count }

    package func withBytes<Result, Failure>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let outcome = storage.withUnsafeBytes { bytes in
            let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
            return Swift.Result { () throws(Failure) in try body(rest) }
        }
        return try outcome.get()
    }

    package mutating func append(_ bytes: UnsafeRawBufferPointer) { storage.append(contentsOf: bytes) }

    /// Takes so many bytes out.
    package mutating func take(_ count: Int) -> [UInt8] {
        defer { drop(count) }
        return Array(storage[start..<(start + count)])
    }

    package mutating func drop(_ count: Int) {
        start += count
        guard start == storage.count else { return }
        storage.removeAll(keepingCapacity: storage.capacity <= Self.mostKept)
        start = 0
    }

    /// What stays allocated for a connection that is silent.
    private static let mostKept = 64 << 10
}
