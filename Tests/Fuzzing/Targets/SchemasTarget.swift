import Rehearsal

extension FuzzTarget {
    /// Schemas. The first line of an input is a schema, of OpenAPI 3.0 if it begins with `~`; the rest is a value.
    static let schemas = FuzzTarget("schemas") { bytes in
        let parts = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
        let isOpenAPI = parts[0].first == UInt8(ascii: "~")
        let text = parts[0].dropFirst(isOpenAPI ? 1 : 0)
        guard let schema = try? JSON(parsing: Array(text)) else { return }
        let rest = parts.count > 1 ? Array(parts[1]) : Array(#"[1, {"a": "b"}]"#.utf8)
        guard let value = try? JSON(parsing: rest) else { return }
        let options = SchemaOptions(dialect: isOpenAPI ? .openAPI30 : .draft2020, assertsFormats: true)
        try SchemaReading(options: options).check(schema, value)
    }
}

private struct SchemaReading {
    let options: SchemaOptions

    /// Limits that are low enough for fast runs.
    private static var limits: SchemaLimits {
        var limits = SchemaLimits()
        limits.steps = 5_000
        limits.violations = 20
        return limits
    }

    func check(_ schema: JSON, _ value: JSON) throws {
        let compiled = try compile(schema)
        let validation = compiled.validate(value, limits: Self.limits)
        let isValid = compiled.isValid(value, limits: Self.limits)
        // The collection of violations takes more steps than the decision.
        try Finding.require(
            validation.isValid == isValid || validation.stop != nil,
            "a value is \(isValid ? "valid" : "invalid"), but has \(validation.violations.count) violations"
        )
        try Finding.require(validation.violations.count <= Self.limits.violations + 1, "more violations than the limit")
        for violation in validation.violations { try checkPlaces(violation, schema, value) }
        if validation.stop == nil { try checkCombinations(schema, value, isValid) }
        try checkConstant(value)
    }

    private func compile(_ schema: JSON) throws -> JSON.Schema {
        var options = options
        options.maximumSchemas = 5_000
        var compiler = SchemaCompiler(options: options)
        compiler.add(schema, uri: "")
        let number = compiler.schema(at: "")
        let (program, problems) = compiler.finish()
        for problem in problems {
            try Finding.require(!problem.fix.isEmpty, "a problem without a correction: \(problem)")
            guard problem.location.document.isEmpty else { continue }
            try Finding.require(
                problem.location.pointer.value(in: schema) != nil,
                "a problem at a location that does not exist: \(problem.location.pointer)"
            )
        }
        return program[number]
    }

    private func checkPlaces(_ violation: SchemaViolation, _ schema: JSON, _ value: JSON) throws {
        try Finding.require(
            violation.instance.value(in: value) != nil,
            "a violation at a value that does not exist: \(violation.instance)"
        )
        try Finding.require(
            !violation.location.document.isEmpty || violation.location.pointer.value(in: schema) != nil,
            "a violation of a keyword that does not exist: \(violation.location.pointer)"
        )
        for cause in violation.causes { try checkPlaces(cause, schema, value) }
    }

    /// Checks that schemas that contain this one have the results that follow from its own.
    private func checkCombinations(_ schema: JSON, _ value: JSON, _ isValid: Bool) throws {
        // Inside another schema, references would lead elsewhere.
        guard case .object(let members) = schema, !Self.hasIdentifiers(schema), !members.isEmpty else { return }
        let combinations: [(JSON, Bool)] = [
            (["allOf": [schema, schema]], isValid), (["anyOf": [schema]], isValid), (["oneOf": [schema]], isValid),
            (["oneOf": [schema, schema]], false), (["not": schema], !isValid), (["not": ["not": schema]], isValid),
        ]
        for (combination, expected) in combinations {
            let result = try compile(combination).validate(value, limits: Self.limits)
            guard result.stop == nil else { continue }
            try Finding.require(
                result.isValid == expected,
                "a value is \(isValid ? "valid" : "invalid"), and the combination \(combination) disagrees"
            )
        }
    }

    /// Returns whether a value has a name with `$`, which is the first character of the names of references.
    private static func hasIdentifiers(_ value: JSON) -> Bool {
        var rest = [value]
        while let next = rest.popLast() {
            switch next {
            case .array(let elements): rest += elements
            case .object(let members):
                if members.contains(where: { $0.name.utf8.contains(UInt8(ascii: "$")) }) { return true }
                rest += members.map(\.value)
            default: break
            }
        }
        return false
    }

    private func checkConstant(_ value: JSON) throws {
        guard options.dialect == .draft2020 else { return }
        for schema in [["const": value], ["enum": [value]]] as [JSON] {
            let result = try compile(schema).validate(value, limits: Self.limits)
            try Finding.require(result.isValid || result.stop != nil, "a value is not equal to itself")
        }
    }
}
