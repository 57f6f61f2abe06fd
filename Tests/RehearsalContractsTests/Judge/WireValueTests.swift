import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("Accepted readings of a value", .limitedConcurrency)
struct WireValueTests {
    @Test(
        "The same instant, amount, word or text is accepted.",
        arguments: [
            ("2026-03-02T08:00:00Z", .date, "2026-03-02T08:00:00.000Z"),
            ("2026-03-02T08:00:00Z", .date, "2026-03-02T10:00:00+02:00"),
            ("2026-03-02T08:00:00Z", .date, 1_772_438_400), ("2026-03-02T08:00:00.123Z", .date, 1_772_438_400_123),
            (12.50, .money, "12.5"), ("12.50", .money, 12.5), (7, .int, "7"), ("in_progress", .enum, "inProgress"),
            (52.520008, .number, 52.520008000000001), ("a", .string, "a"), (true, .bool, true),
        ] as [(JSON, Declaration.Field.Kind, JSON)]
    )
    func same(_ wire: JSON, _ kind: Declaration.Field.Kind, _ leaf: JSON) {
        #expect(WireValue(wire, kind).isRepresented(as: leaf))
    }

    @Test(
        "Any other value is rejected.",
        arguments: [
            ("2026-03-02T08:00:00Z", .date, "2026-03-02T10:00:00Z"), ("garbage", .date, "garbages"),
            ("12.50", .money, 12.51), ("x", .money, 0), ("a", .string, "A"), (true, .bool, false), (1, .int, true),
            ("open", .enum, "closed"), ("7", .string, 7),
        ] as [(JSON, Declaration.Field.Kind, JSON)]
    )
    func other(_ wire: JSON, _ kind: Declaration.Field.Kind, _ leaf: JSON) {
        #expect(!WireValue(wire, kind).isRepresented(as: leaf))
    }

    @Test("Money is compared to 38 digits, and other numbers as binary fractions.")
    func digits() throws {
        let exact = try JSON(parsing: "12345678901234567890.123456789012345678")
        let near = try JSON(parsing: "12345678901234567890.123456789012345679")
        #expect(WireValue(exact, .money).isRepresented(as: exact))
        #expect(!WireValue(exact, .money).isRepresented(as: near))
        #expect(WireValue(exact, .number).isRepresented(as: near))
    }
}
