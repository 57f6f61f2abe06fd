import TestAdmission
import Testing

@testable import Rehearsal

@Suite("Runs of bytes of one class", .limitedConcurrency)
struct ByteRunTests {
    /// A run, and the class of its bytes.
    private typealias Run = (length: @Sendable (Span<UInt8>, Int) -> Int, isMember: @Sendable (UInt8) -> Bool)

    private static let runs: [Run] = [
        ({ $0.visibleRun(from: $1) }, { 0x21...0x7E ~= $0 }),
        ({ $0.pathRun(from: $1) }, { isAlphanumeric($0) || Array("-./:".utf8).contains($0) }),
        ({ $0.nameRun(from: $1) }, { isLetter($0) || Array("-.".utf8).contains($0) }),
        ({ $0.hostNameRun(from: $1) }, { isAlphanumeric($0) || Array("-.".utf8).contains($0) }),
    ]

    private static func isLetter(_ byte: UInt8) -> Bool { 0x41...0x5A ~= byte || 0x61...0x7A ~= byte }
    private static func isAlphanumeric(_ byte: UInt8) -> Bool { isLetter(byte) || 0x30...0x39 ~= byte }

    @Test("A run ends at the first byte of another class, whatever byte that is and wherever it is.")
    func ends() {
        for (length, isMember) in Self.runs {
            for other in UInt8.min...UInt8.max where !isMember(other) {
                for position in 0..<16 {
                    var bytes = [UInt8](repeating: 0x61, count: 24)
                    bytes[position] = other
                    bytes.withUnsafeBufferPointer { #expect(length($0.span, 0) == position, "\(other)") }
                }
            }
        }
    }

    @Test("A run contains every byte of its class.")
    func members() {
        for (length, isMember) in Self.runs {
            for byte in UInt8.min...UInt8.max where isMember(byte) {
                let bytes = [UInt8](repeating: byte, count: 16)
                bytes.withUnsafeBufferPointer { #expect(length($0.span, 0) == 16, "\(byte)") }
            }
        }
    }

    @Test("A run contains no byte of which fewer than eight are left, and reads no byte after the buffer.")
    func rest() {
        for count in 0..<24 {
            let bytes = [UInt8](repeating: 0x61, count: count)
            for start in 0...count {
                bytes.withUnsafeBufferPointer {
                    #expect($0.span.pathRun(from: start) == (count - start) / 8 * 8, "\(start) of \(count)")
                }
            }
        }
    }

    @Test("The bytes of a part are an integer, wherever in the head the part is.")
    func integers() {
        let bytes = Array("GET /path HTTP/1.1".utf8)
        for start in bytes.indices {
            for count in 0...min(8, bytes.count - start) {
                let expected = bytes[start..<start + count].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
                bytes.withUnsafeBufferPointer {
                    #expect($0.span.integer(RequestHead.Slice(start, start + count)) == expected)
                }
            }
        }
    }
}
