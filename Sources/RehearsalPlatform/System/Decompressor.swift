/// A decompressor on the system's zlib, which is loaded at first use.
package struct Decompressor: Sendable {
    private let begin: Begin
    private let inflate: Inflate
    private let reset: End
    private let end: End

    /// The result of a decompression.
    package struct Inflated {
        package var bytes: [UInt8] = []
        /// Whether the data is complete: false for a truncated or corrupt stream.
        package var isComplete = true
    }

    private typealias Begin =
        @convention(c) @Sendable (UnsafeMutableRawPointer, Int32, UnsafePointer<CChar>, Int32) -> Int32
    private typealias Inflate = @convention(c) @Sendable (UnsafeMutableRawPointer, Int32) -> Int32
    private typealias End = @convention(c) @Sendable (UnsafeMutableRawPointer) -> Int32

    /// The shared decompressor; nil without zlib.
    package static let shared = Decompressor()

    /// `z_stream` of zlib.h, whose layout is the same in every 1.x.
    private struct Stream {
        var nextIn: UnsafePointer<UInt8>?
        var availableIn: UInt32 = 0
        var totalIn: UInt = 0
        var nextOut: UnsafeMutablePointer<UInt8>?
        var availableOut: UInt32 = 0
        var totalOut: UInt = 0
        var message: UnsafePointer<CChar>?
        var state: OpaquePointer?
        var allocate: OpaquePointer?
        var free: OpaquePointer?
        var opaque: UnsafeMutableRawPointer?
        var dataType: Int32 = 0
        var checksum: UInt = 0
        var reserved: UInt = 0
    }

    private init?() {
        let names = ["libz.so.1", "libz.so", "/usr/lib/libz.1.dylib", "libz.dylib"]
        guard let library = names.lazy.compactMap({ dlopen($0, RTLD_NOW | RTLD_LOCAL) }).first,
            let begin = dlsym(library, "inflateInit2_"), let inflate = dlsym(library, "inflate"),
            let reset = dlsym(library, "inflateReset"), let end = dlsym(library, "inflateEnd")
        else { return nil }
        self.begin = unsafeBitCast(begin, to: Begin.self)
        self.inflate = unsafeBitCast(inflate, to: Inflate.self)
        self.reset = unsafeBitCast(reset, to: End.self)
        self.end = unsafeBitCast(end, to: End.self)
    }

    /// Decompresses a gzip or zlib stream; with `raw`, a raw deflate stream.
    ///
    /// - Parameter truncates: whether to return the beginning of data larger than `limit`.
    /// - Returns: nil for a stream that is corrupt from its start, or for data larger than `limit` without `truncates`.
    package func decompressed(_ bytes: [UInt8], limit: Int, raw: Bool = false, truncates: Bool = false)
        -> Inflated?
    {
        guard !bytes.isEmpty, bytes.count <= Int(UInt32.max) else { return nil }
        // zlib stores the address of its stream, which therefore must not move.
        let stream = UnsafeMutablePointer<Stream>.allocate(capacity: 1)
        stream.initialize(to: Stream())
        defer { stream.deallocate() }
        // 15 is the largest window; adding 32 detects gzip or zlib.
        let window: Int32 = raw ? -15 : 15 + 32
        guard begin(stream, window, "1.2.11", Int32(MemoryLayout<Stream>.size)) == 0 else { return nil }
        defer { _ = end(stream) }
        return bytes.withUnsafeBufferPointer { input in
            stream.pointee.nextIn = input.baseAddress
            stream.pointee.availableIn = UInt32(input.count)
            return inflated(from: stream, limit: limit, cutting: truncates)
        }
    }

    private func inflated(from stream: UnsafeMutablePointer<Stream>, limit: Int, cutting: Bool) -> Inflated? {
        var output = Inflated()
        let capacity = 1 << 16
        while true {
            var status: Int32 = 0
            let chunk = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
                stream.pointee.nextOut = buffer.baseAddress
                stream.pointee.availableOut = UInt32(capacity)
                status = inflate(stream, 0)
                count = capacity - Int(stream.pointee.availableOut)
            }
            output.bytes += chunk
            if output.bytes.count > limit {
                output.isComplete = false
                return cutting ? output : nil
            }
            switch status {
            case 0 where !chunk.isEmpty: continue
            case 1 where Self.hasMember(stream) && reset(stream) == 0: continue
            case 1: return output
            default:
                output.isComplete = false
                return output.bytes.isEmpty ? nil : output
            }
        }
    }

    /// Returns whether another gzip member follows the one that has ended (RFC 1952 §2.2).
    private static func hasMember(_ stream: UnsafeMutablePointer<Stream>) -> Bool {
        guard stream.pointee.availableIn > 1, let next = stream.pointee.nextIn else { return false }
        return next[0] == 0x1F && next[1] == 0x8B
    }
}
