import Rehearsal
import TestAdmission
import Testing

@Suite("Byte ranges", .limitedConcurrency)
struct ByteRangesTests {
    @Test(
        "A field selects the ranges that RFC 9110 defines.",
        arguments: [
            ("bytes=0-0", [0..<1]), ("bytes=0-", [0..<10]), ("Bytes=3-4", [3..<5]), ("bytes=8-20", [8..<10]),
            ("bytes=-4", [6..<10]), ("bytes=-20", [0..<10]), ("bytes=-0", []), ("bytes=10-", []), ("bytes=12-15", []),
            ("bytes=8-9, 0-1", [8..<10, 0..<2]), ("bytes=4-5 ,, 0-3\t,20-30", [0..<6]),
            ("bytes=0-1,1-2,8-8", [0..<3, 8..<9]),
            ("bytes=0-9,2-3", [0..<10]), ("bytes=99999999999999999999-", []),
        ] as [(String, [Range<Int>])]
    )
    func ranges(_ field: String, _ expected: [Range<Int>]) throws {
        #expect(try #require(ByteRanges(field)).ranges(in: 10) == expected)
    }

    @Test("An empty body has no satisfiable range.", arguments: ["bytes=0-", "bytes=-1", "bytes=0-0"])
    func empty(_ field: String) throws {
        #expect(try #require(ByteRanges(field)).ranges(in: 0) == [])
    }

    @Test(
        "An invalid field yields nil.",
        arguments: [
            "", "bytes", "bytes=", "bytes=,", "lines=0-1", "bytes=a-b", "bytes=1", "bytes=-", "bytes=5-2",
            "bytes=0-1;2-3",
            "bytes=0-1 2", "bytes= 0 - 1", "bytes=0x1-2", "bytes=" + String(repeating: "0-1,", count: 65),
        ]
    )
    func none(_ field: String) {
        #expect(ByteRanges(field) == nil)
    }
}
