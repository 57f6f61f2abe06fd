import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalRecordings

@Suite("Entries of a recording that may contain a value", .limitedConcurrency)
struct WrittenTracesTests {
    private static func text(_ number: Int) -> [UInt8] {
        let mixed = UInt64(number + 1) &* 0x9E37_79B9_7F4A_7C15
        return Array("value \(mixed) of \(~mixed), and what follows it".utf8)
    }

    private static func traces(of count: Int, limit: Int) -> BloomFilterIndex {
        var traces = BloomFilterIndex(limit: limit)
        for number in 0..<count { traces.insertNext { $0.insert(decodingsOf: text(number)) } }
        return traces
    }

    @Test("The entry that contains a value is always found, even if many entries share one block.")
    func always() {
        let sut = Self.traces(of: 20_000, limit: 7)
        #expect(sut.count == 20_000)
        let missed = stride(from: 0, to: 20_000, by: 61).filter {
            !sut.entries(mayContain: [Self.text($0)]).contains($0)
        }
        #expect(missed == [])
    }

    @Test("Few entries are found that do not contain the value.")
    func few() {
        let sut = Self.traces(of: 20_000, limit: 1024)
        #expect(sut.entries(mayContain: [Self.text(12_345)]).count < 2000)
        #expect(sut.entries(mayContain: [Array("nobody has ever written this".utf8)]) == [])
        #expect(sut.entries(mayContain: []) == [])
    }

    @Test("The number of blocks never exceeds its limit.")
    func bounded() {
        #expect(Self.traces(of: 20_000, limit: 1024).blockCount > 16)
        for limit in [2, 7, 16] { #expect(Self.traces(of: 20_000, limit: limit).blockCount <= limit) }
    }

    @Test("A value is found in its JSON escape and in its percent-encoding.")
    func escaped() {
        var sut = BloomFilterIndex()
        sut.insertNext { $0.insert(decodingsOf: Array(#"{"a":"quoted \"value\" 42"}"#.utf8)) }
        sut.insertNext { $0.insert(decodingsOf: Array("/search?q=a%20value%20of%2042".utf8)) }
        #expect(sut.entries(mayContain: [Array(#"quoted "value" 42"#.utf8)]).contains(0))
        #expect(sut.entries(mayContain: [Array("a value of 42".utf8)]).contains(1))
    }
}
