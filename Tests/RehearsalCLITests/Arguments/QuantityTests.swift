import TestAdmission
import Testing

@testable import RehearsalCLI

@Suite("Quantities on a command line", .limitedConcurrency)
struct QuantityTests {
    private func sut(_ value: String) throws -> Arguments {
        try Arguments(["--x", value], options: [Option("x", "N", "a quantity")])
    }

    @Test(
        "The units of sizes are powers of 1,024.",
        arguments: [("512", 512), ("64KB", 65_536), ("64mb", 67_108_864), ("1GB", 1 << 30)]
    )
    func sizes(text: String, bytes: Int) throws {
        #expect(try sut(text).bytes("x") == bytes)
    }

    @Test(
        "The parser rejects text that is not a valid size.",
        arguments: ["0", "KB", "12XB", "9999999999999GB", "-1", "1.5MB"]
    )
    func invalidSize(text: String) {
        #expect(throws: UsageError.self) { try sut(text).bytes("x") }
    }

    @Test("A duration has a number and a unit.", arguments: [("300ms", 300), ("75s", 75_000), ("2m", 120_000)])
    func durations(text: String, milliseconds: Int) throws {
        #expect(try sut(text).duration("x") == .milliseconds(milliseconds))
    }

    @Test(
        "The parser rejects text that is not a valid duration.",
        arguments: ["75", "s", "0s", "1h", "99999999999999999999s"]
    )
    func invalidDuration(text: String) {
        #expect(throws: UsageError.self) { try sut(text).duration("x") }
    }

    @Test("The parser rejects a number outside its range and names the range.")
    func numbers() throws {
        #expect(try sut("65535").integer("x", in: 0...65_535) == 65_535)
        #expect(throws: UsageError("--x takes a whole number from 0 to 65535, found \"65536\"")) {
            try sut("65536").integer("x", in: 0...65_535)
        }
        #expect(try Arguments([], options: []).integer("x", in: 0...1) == nil)
    }
}
