import TestAdmission
import Testing

@testable import Rehearsal
@testable import RehearsalJSON

@Suite("Patterns compared with an exhaustive matcher", .limitedConcurrency)
struct PatternPropertyTests {
    /// The result of a run that remembers the given number of steps.
    private func answer(_ sut: Scenario.Pattern, _ bytes: [UInt8], searching: Bool, remembering: Int) -> Bool {
        var run = PatternMatcher(sut.program, searching: searching, maximumCacheSize: remembering)
        return bytes.withUnsafeBufferPointer { run.matches(for: $0.span) }
    }

    @Test("Five thousand random patterns match the same texts as the oracle, in whole and in part.", arguments: 0..<10)
    func random(_ round: Int) throws {
        var source = SeededGenerator(state: UInt64(round))
        for _ in 0..<500 {
            let oracle = OraclePattern.random(4, &source)
            let sut = try Scenario.Pattern(oracle.written)
            for _ in 0..<4 {
                let text = (0..<Int.random(in: 0...7, using: &source)).map { _ in
                    OraclePattern.alphabet[Int.random(in: 0..<OraclePattern.alphabet.count, using: &source)]
                }
                let bytes = Array(String(text).utf8)
                let example: Comment = "\(oracle.written.debugDescription) of \(String(text).debugDescription)"
                #expect(sut.matchesAll(of: bytes) == oracle.isWhole(of: text), example)
                #expect(sut.hasMatch(in: bytes) == oracle.isFound(in: text), example)
            }
        }
    }

    @Test("The size of the memory does not change the result.", arguments: 0..<4)
    func memory(_ round: Int) throws {
        var source = SeededGenerator(state: 1_000 + UInt64(round))
        for _ in 0..<200 {
            let oracle = OraclePattern.random(4, &source)
            let sut = try Scenario.Pattern(oracle.written)
            let text = (0..<30).map { _ in
                OraclePattern.alphabet[Int.random(in: 0..<OraclePattern.alphabet.count, using: &source)]
            }
            let bytes = Array(String(text).utf8)
            for remembering in [0, 40, 1_000] {
                let example: Comment = "\(oracle.written.debugDescription) of \(String(text).debugDescription)"
                let whole = answer(sut, bytes, searching: false, remembering: remembering)
                #expect(whole == oracle.isWhole(of: text), example)
                let found = answer(sut, bytes, searching: true, remembering: remembering)
                #expect(found == oracle.isFound(in: text), example)
            }
        }
    }

    @Test("Random patterns on random bytes match consistently or are rejected at a valid offset.")
    func noise() {
        var source = SeededGenerator(state: 7)
        let signs = Array(#"ab()[]{}*+?|\^$.,-0129pPdw:<=!é"#.unicodeScalars)
        var read = 0
        for _ in 0..<20_000 {
            var text = ""
            for _ in 0..<Int.random(in: 0...12, using: &source) {
                text.unicodeScalars.append(signs[Int.random(in: 0..<signs.count, using: &source)])
            }
            do {
                let sut = try Scenario.Pattern(text)
                let bytes = (0..<8).map { _ in UInt8.random(in: .min ... .max, using: &source) }
                if sut.matchesAll(of: bytes) { #expect(sut.hasMatch(in: bytes)) }
                read += 1
            } catch {
                #expect(error.offset >= 0, "\(text)")
                #expect(error.offset + error.length <= text.unicodeScalars.count, "\(text)")
            }
        }
        #expect(read > 500)
    }
}
