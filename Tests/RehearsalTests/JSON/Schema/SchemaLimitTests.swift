import TestAdmission
import Testing

@testable import RehearsalJSON

@Suite("Limits of validation", .limitedConcurrency)
struct SchemaLimitTests {
    /// A schema whose validation doubles its work with each level of a value.
    private static let doubling = ##"""
        {"$defs": {"a": {"anyOf": [{"$ref": "#/$defs/b"}, {"$ref": "#/$defs/b"}]},
                   "b": {"properties": {"x": {"$ref": "#/$defs/a"}}, "required": ["y"]}}, "$ref": "#/$defs/a"}
        """##

    private static func nested(_ levels: Int) -> JSON {
        (0..<levels).reduce(1) { value, _ in ["x": value] }
    }

    @Test("A validation that would take exponential time ends at the limit of steps.")
    func steps() throws {
        let schema = try SchemaSample.schema(Self.doubling)
        var limits = SchemaLimits()
        limits.steps = 10_000
        let validation = schema.validate(Self.nested(60), limits: limits)
        #expect(validation.stop?.reason == .steps)
        #expect(!validation.isValid)
        #expect(!schema.isValid(Self.nested(60), limits: limits))
    }

    @Test("A value within the limits is validated completely.")
    func within() throws {
        let validation = try SchemaSample.schema(Self.doubling).validate(Self.nested(3))
        #expect(validation.stop == nil)
        #expect(validation.violations.count == 1)
    }

    @Test("The deepest value that the parser accepts is validated with the default limits.")
    func depth() throws {
        let schema = try SchemaSample.schema(
            ##"{"anyOf": [{"type": "integer"}, {"allOf": [{"properties": {"x": {"$ref": "#"}}, "required": ["x"]}]}]}"##
        )
        let value = Self.nested(JSONDocument.depthLimit - 1)
        #expect(schema.isValid(value))
        var limits = SchemaLimits()
        limits.depth = 100
        let validation = schema.validate(value, limits: limits)
        #expect(validation.stop?.reason == .depth)
    }

    @Test("At most as many violations are reported as the limit permits, with their causes.")
    func violations() throws {
        let schema = try SchemaSample.schema(#"{"items": {"anyOf": [{"type": "string"}, {"type": "null"}]}}"#)
        var limits = SchemaLimits()
        limits.violations = 10
        let validation = schema.validate(.array((0..<100).map { JSON.integer($0) }), limits: limits)
        #expect(validation.isCut)
        #expect(validation.violations.count + validation.violations.flatMap(\.causes).count <= 11)
        #expect(!validation.violations.isEmpty)
    }

    @Test(
        "Numbers are compared exactly, in any notation and size.",
        arguments: [
            (#"{"multipleOf": 0.01}"#, ["0.07", "1e-2", "4.35", "1e300", "0", "-0.03"], ["0.075", "1e-3"]),
            (#"{"multipleOf": 1e-400}"#, ["1", "1e-399", "3e-400"], ["1e-401", "1e-999999999999999999999"]),
            (#"{"multipleOf": 3}"#, ["1e5000000000000000000000", "9e999999999"].map { "3" + $0.dropFirst() }, ["1e9"]),
            (#"{"multipleOf": 1e999999999999999999999}"#, ["0", "5e999999999999999999999"], ["1", "1e400"]),
            (
                #"{"multipleOf": 123456789012345678901234567890}"#,
                ["246913578024691357802469135780", "0"], ["246913578024691357802469135781"]
            ),
            (#"{"multipleOf": 0.3333333333333333333333}"#, ["0.9999999999999999999999"], ["1"]),
            (#"{"maximum": 18446744073709551615}"#, ["18446744073709551615.0"], ["18446744073709551615.1"]),
            (#"{"type": "integer"}"#, ["1.0", "1e400", "100e-2", "0.0"], ["1.5", "1e-400", "105e-1"]),
            (#"{"maxLength": 1e100}"#, ["\"a\""], []),
            (#"{"minLength": 1.2e1}"#, ["\"abcdefghijkl\""], ["\"abcdefghijk\""]),
            (#"{"const": 100}"#, ["1e2", "100.0"], ["100.01", "\"100\""]),
        ] as [(String, [String], [String])]
    )
    func numbers(_ schema: String, _ valid: [String], _ invalid: [String]) throws {
        let sut = try SchemaSample.schema(schema)
        #expect(try valid.filter { try !sut.isValid(SchemaSample.json($0)) } == [])
        #expect(try invalid.filter { try sut.isValid(SchemaSample.json($0)) } == [])
    }

    @Test("A division of very long numbers ends at the limit of steps.")
    func longNumbers() throws {
        let divisor = String(repeating: "7", count: 20_000)
        let schema = try SchemaSample.schema("{\"multipleOf\": \(divisor)}")
        let validation = schema.validate(.number(JSON.Number(text: String(repeating: "3", count: 100_000))))
        #expect(validation.stop?.reason == .steps)
    }

    @Test("Equal elements of a long array are found.")
    func uniqueItems() throws {
        let schema = try SchemaSample.schema(#"{"uniqueItems": true}"#)
        let elements = (0..<10_000).map { JSON.object([JSON.Member("id", .integer($0))]) }
        #expect(schema.isValid(.array(elements)))
        #expect(!schema.isValid(.array(elements + [["id": 5000.0]])))
    }
}
