import Rehearsal
import TestAdmission
import Testing

@testable import RehearsalCLI

@Suite("Text on a terminal", .limitedConcurrency)
struct TextTests {
    @Test("Text wraps between words and keeps a long word whole.")
    func wrapping() {
        #expect("one two three".wrapped(to: 8) == ["one two", "three"])
        #expect("incomprehensible is long".wrapped(to: 8) == ["incomprehensible", "is long"])
        #expect("".wrapped(to: 8).isEmpty)
    }

    @Test("Text has no color without a terminal.")
    func colours() {
        let sut = Terminal(output: Descriptor(number: -1), environment: Environment(overrides: ["TERM": "xterm"]))
        #expect(sut.style(for: sut.output).green("x") == "x")
    }
}
