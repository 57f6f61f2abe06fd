import TestAdmission
import Testing

@testable import Rehearsal
@testable import RehearsalJSON

@Suite("The cost of patterns", .limitedConcurrency)
struct PatternCostTests {
    /// A pattern known to cause exponential backtracking in other engines, with a text that triggers it: a repeated
    /// part and an end.
    struct Hostile: Sendable, CustomTestStringConvertible {
        var pattern: String
        var part: String
        var end = ""

        var testDescription: String { pattern }

        func text(_ count: Int) -> [UInt8] { Array((String(repeating: part, count: count) + end).utf8) }
    }

    static let hostile = [
        Hostile(pattern: "(a+)+$", part: "a", end: "!"),
        Hostile(pattern: "(a|a)*b", part: "a"),
        Hostile(pattern: "(a|aa)+$", part: "a", end: "!"),
        Hostile(pattern: "(.*a){20}b", part: "a"),
        Hostile(pattern: "^(([a-z])+.)+[A-Z]([a-z])+$", part: "a"),
        Hostile(pattern: "(x+x+)+y", part: "x"),
        Hostile(pattern: "^([a-zA-Z]+)*$", part: "aZ", end: "!"),
        Hostile(
            pattern: #"^([a-z0-9])(([\-.]|[_]+)?([a-z0-9]+))*(@){1}[a-z0-9]+[.]{1}[a-z]{2,3}$"#,
            part: "a",
            end: "!"
        ),
        Hostile(pattern: #"^(https?://)?([\da-z.\-]+)\.([a-z.]{2,6})([/\w .\-]*)*/?$"#, part: "a.b", end: "!"),
        Hostile(pattern: ".*.*=.*", part: "x"),
        Hostile(pattern: #"\s+$"#, part: " ", end: "x"),
        Hostile(pattern: "(a?){50}a{50}b", part: "a"),
        Hostile(pattern: "((a{0,9}){0,9}){0,9}b", part: "a"),
        Hostile(pattern: "[ab]*a[ab]{12}c", part: "abbabaabaababbbabaabbbababaaabbbabb"),
        Hostile(pattern: "(()*()*)*(a*b*)*c", part: "ab"),
    ]

    private func work(_ hostile: Hostile, _ count: Int, searching: Bool, remembering: Int) throws -> (Int, bytes: Int) {
        let sut = try Scenario.Pattern(hostile.pattern)
        let text = hostile.text(count)
        var run = PatternMatcher(sut.program, searching: searching, maximumCacheSize: remembering)
        #expect(text.withUnsafeBufferPointer { !run.matches(for: $0.span) })
        return (run.stepCount, text.count)
    }

    @Test(
        "The cost grows at most linearly with the length of the text, with and without memory.",
        arguments: hostile,
        [0, PatternMatcher.maximumCacheSize]
    )
    func doubling(_ hostile: Hostile, _ remembering: Int) throws {
        for searching in [false, true] {
            let costs = try [200, 400, 800].map {
                try work(hostile, $0, searching: searching, remembering: remembering).0
            }
            let (first, second) = (costs[1] - costs[0], costs[2] - costs[1])
            #expect(second <= 2 * first + first / 20 + 10, "\(costs)")
        }
    }

    @Test(
        "The number of steps is at most a small multiple of the program's steps times the bytes of the text.",
        arguments: hostile
    )
    func bound(_ hostile: Hostile) throws {
        let steps = try Scenario.Pattern(hostile.pattern).program.steps.count
        for searching in [false, true] {
            let work = try work(hostile, 300, searching: searching, remembering: 0)
            #expect(work.0 <= 4 * steps * (work.bytes + 2))
        }
    }

    @Test("A text that leads to remembered sets takes one step per byte.")
    func remembered() throws {
        let work = try work(Self.hostile[0], 10_000, searching: true, remembering: PatternMatcher.maximumCacheSize)
        #expect(work.0 < work.bytes + 100)
    }

    @Test("A search ends at the first match, or at the first byte after which no match is possible.")
    func early() throws {
        for (pattern, searching) in [("a", true), ("^ab", true), ("b", false)] {
            let sut = try Scenario.Pattern(pattern)
            var run = PatternMatcher(sut.program, searching: searching)
            _ = [UInt8](repeating: 0x61, count: 10_000).withUnsafeBufferPointer { run.matches(for: $0.span) }
            #expect(run.stepCount < 100)
        }
    }

    @Test("The size of a program follows from its counts, even if they are nested.")
    func size() throws {
        for (pattern, count) in [
            ("a", 2), ("a{1000}", 1_001), ("a{0,1000}", 2_001), ("(a{2}){3}", 7), ("a*", 4), ("a|b|c", 8), ("a{3,}", 5),
            ("(ab?){2}", 7), ("", 1), ("a{0}", 1),
        ] {
            #expect(try Scenario.Pattern(pattern).program.steps.count == count, "\(pattern)")
        }
    }
}
