import TestAdmission
import Testing

@testable import Rehearsal

@Suite("Patterns", .limitedConcurrency)
struct PatternTests {
    @Test("Each text matches as a whole, in part or not at all, as RFC 9485 defines.", arguments: PatternRow.all)
    func table(_ row: PatternRow) throws {
        let sut = try Scenario.Pattern(row.pattern)
        for (subject, answer) in row.answers {
            let bytes = Array(subject.utf8)
            #expect(sut.matchesAll(of: bytes) == (answer == .whole), "whole \(subject.debugDescription)")
            #expect(sut.hasMatch(in: bytes) == (answer != .none), "part \(subject.debugDescription)")
        }
    }

    @Test("The table has at least 150 results.")
    func length() {
        #expect(PatternRow.all.reduce(0) { $0 + $1.answers.count } >= 150)
    }

    @Test("Each letter of RFC 9485 names a general category, and no scalar is in two categories.")
    func categories() throws {
        let letters = ["L": "lmotu", "M": "cen", "N": "dlo", "P": "cdefios", "Z": "lps", "S": "ckmo", "C": "cfno"]
        for (major, minors) in letters {
            let whole = try Scenario.Pattern("\\p{\(major)}")
            let minor = try minors.map { try Scenario.Pattern("\\p{\(major)\($0)}") }
            for value in stride(from: UInt32(0), to: 0x3100, by: 7) {
                guard let scalar = Unicode.Scalar(value) else { continue }
                let bytes = Array(String(scalar).utf8)
                let count = minor.count { $0.matchesAll(of: bytes) }
                #expect(count == (whole.matchesAll(of: bytes) ? 1 : 0), "U+\(String(value, radix: 16))")
            }
        }
    }

    @Test(
        "No pattern matches a byte of invalid UTF-8, and the text around it still matches.",
        arguments: [
            [0xFF], [0x80], [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0xC0, 0xAF], [0xE0, 0x80, 0xAF],
            [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80],
        ] as [[UInt8]]
    )
    func invalid(_ bytes: [UInt8]) throws {
        for pattern in [".", "[^a]", #"\P{L}"#, #"\D"#, #"[\s\S]"#, "[\u{0}-\u{10FFFF}]", "\u{FFFD}", ".+", ".{1,4}"] {
            let sut = try Scenario.Pattern(pattern)
            #expect(!sut.matchesAll(of: bytes), "\(pattern)")
            #expect(!sut.hasMatch(in: bytes), "\(pattern)")
        }
        let around = Array("aé".utf8) + bytes + Array("éb".utf8)
        #expect(try Scenario.Pattern("^aé").hasMatch(in: around))
        #expect(try Scenario.Pattern("éb$").hasMatch(in: around))
        #expect(try !Scenario.Pattern("aé.*éb").hasMatch(in: around))
        #expect(try Scenario.Pattern("").hasMatch(in: bytes))
    }

    @Test("Every scalar is decoded from UTF-8 and is the only one in a class of itself.")
    func scalars() throws {
        for value in [0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFD, 0xFFFF, 0x1_0000, 0x10_FFFF] as [UInt32] {
            let scalar = try #require(Unicode.Scalar(value))
            let sut = try Scenario.Pattern("[\(scalar)-\(scalar)]")
            #expect(sut.matchesAll(of: Array(String(scalar).utf8)))
            #expect(sut.hasMatch(in: Array("x\(scalar)x".utf8)))
            for near in [value - 1, value + 1].compactMap(Unicode.Scalar.init) {
                #expect(!sut.hasMatch(in: Array(String(near).utf8)))
            }
        }
    }

    @Test("Two patterns are equal if their texts have the same scalars.")
    func equality() throws {
        let composed = try Scenario.Pattern("\u{E9}")
        #expect(try composed == Scenario.Pattern("\u{E9}"))
        #expect(try composed != Scenario.Pattern("e\u{301}"))
        #expect(try Set([composed, Scenario.Pattern("e\u{301}"), Scenario.Pattern("\u{E9}")]).count == 2)
        #expect("\(composed)" == "\u{E9}")
    }
}
