package import Rehearsal

/// A generator of values for the schemas of a document.
///
/// The values are the same for the same document and seed. Each value is valid for its schema.
package struct ExampleGenerator {
    private let document: OpenAPIDocument
    private let seed: UInt64
    private let direction: SchemaDirection
    /// Whether values that the document proposes are ignored.
    private let isDynamic: Bool
    private let cache: SchemaCache

    private static let maximumAttemptCount = 24
    /// The maximum number of schemas that are visited for one attempt, and for all values together.
    private static let attemptBudget = 20_000
    private static let totalBudget = 10_000_000

    package init(_ document: OpenAPIDocument, seed: UInt64, direction: SchemaDirection, isDynamic: Bool = false) {
        (self.document, self.seed, self.direction, self.isDynamic) = (document, seed, direction, isDynamic)
        cache = SchemaCache(document)
    }

    /// Returns a value for each schema, in the order of the schemas, or the reason why none was found.
    package func values(for schemas: [OpenAPISchema]) -> [Result<JSON, OpenAPIProblem>] {
        let compiled = document.compile(schemas, decodedBy: cache).schemas
        var budget = Self.totalBudget
        return zip(schemas, compiled).map { value(for: $0, validatedBy: $1, &budget) }
    }

    private func value(
        for schema: OpenAPISchema,
        validatedBy compiled: JSON.Schema,
        _ budget: inout Int
    ) -> Result<JSON, OpenAPIProblem> {
        let located = LocatedSchema(json: schema.converted ?? cache.json(at: schema.value), file: schema.value.file)
        // References to the same schema get the same value.
        let pointer = document.resolved(schema.value)?.pointer ?? schema.value.pointer
        var choices = ValueChoices(seed: seed, pointer: pointer, isDynamic: isDynamic)
        var reason = "its keywords contradict each other"
        var limits = SchemaLimits()
        limits.steps = 500_000
        for _ in 0..<Self.maximumAttemptCount {
            let limit = min(budget, Self.attemptBudget)
            var builder = ValueBuilder(document, direction, choices, cache, budget: limit)
            let built = builder.value([located], at: .init())
            budget -= limit - max(0, builder.budget)
            guard let value = built else {
                if builder.isExhausted { reason = "it is too complex" }
                // An example may have prevented a value around it.
                choices.reject("", builder.proposalPointers)
                continue
            }
            let validation = compiled.validate(value, direction: direction, limits: limits)
            if validation.isValid { return .success(value) }
            reason = validation.violations.first?.description ?? validation.stop?.description ?? reason
            for pointer in Set(validation.violations.map(\.instance.text)) {
                choices.reject(pointer, builder.proposalPointers)
            }
            if validation.violations.isEmpty { choices.reject("", builder.proposalPointers) }
            // Only another value than the proposed one may need fewer steps of the validation.
            if validation.stop != nil, builder.proposalPointers.isEmpty { break }
        }
        let message = "no example value was found for the schema: \(reason)"
        let hint = "add an \"example\", or simplify the schema"
        return .failure(OpenAPIProblem(.warning, .unsupported, at: schema.place, message, hint: hint))
    }
}
