import TestAdmission
import Testing

@testable import RehearsalCLI

@Suite("Quantities on a command line", .admitted)
struct QuantityTests {
    private func sut(_ value: String) throws -> Arguments {
        try Arguments(["--x", value], options: [Option("x", "N", "a quantity")])
    }

    @Test(
        "Sizes count in steps of 1,024.",
        arguments: [("512", 512), ("64KB", 65_536), ("64mb", 67_108_864), ("1GB", 1 << 30)]
    )
    func sizes(text: String, bytes: Int) throws {
        #expect(try sut(text).bytes("x") == bytes)
    }

    @Test("What is no size is refused.", arguments: ["0", "KB", "12XB", "9999999999999GB", "-1", "1.5MB"])
    func noSize(text: String) {
        #expect(throws: UsageError.self) { try sut(text).bytes("x") }
    }

    @Test("Durations have a unit.", arguments: [("300ms", 300), ("75s", 75_000), ("2m", 120_000)])
    func durations(text: String, milliseconds: Int) throws {
        #expect(try sut(text).duration("x") == .milliseconds(milliseconds))
    }

    @Test("What is no duration is refused.", arguments: ["75", "s", "0s", "1h", "99999999999999999999s"])
    func noDuration(text: String) {
        #expect(throws: UsageError.self) { try sut(text).duration("x") }
    }

    @Test("A number outside of its range is refused with the range.")
    func numbers() throws {
        #expect(try sut("65535").integer("x", in: 0...65_535) == 65_535)
        #expect(throws: UsageError("--x takes a whole number 0 to 65535, found \"65536\"")) {
            try sut("65536").integer("x", in: 0...65_535)
        }
        #expect(try Arguments([], options: []).integer("x", in: 0...1) == nil)
    }
}
