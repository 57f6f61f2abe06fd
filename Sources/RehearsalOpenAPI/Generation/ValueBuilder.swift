import Rehearsal

/// A builder of one value for a schema.
///
/// The seed, the pointer of the schema and the pointer in the value determine the choices, so that a change in one
/// part of a document does not change the others.
struct ValueBuilder {
    let document: OpenAPIDocument
    let direction: SchemaDirection
    let choices: ValueChoices
    /// The pointers of values that the document proposes.
    private(set) var proposalPointers: Set<String> = []
    /// The number of schemas that may still be visited.
    private(set) var budget: Int
    /// The budget below which optional members and elements are omitted.
    private let optionalBudget: Int
    private let cache: SchemaCache

    private static let maximumDepth = 24
    /// The depth at which optional members and elements are omitted.
    private static let maximumOptionalDepth = 5
    /// The number of visited schemas after which optional members and elements are omitted.
    private static let maximumOptionalCount = 200

    /// - Parameter budget: the number of schemas that may be visited.
    init(
        _ document: OpenAPIDocument,
        _ direction: SchemaDirection,
        _ choices: ValueChoices,
        _ cache: SchemaCache,
        budget: Int
    ) {
        (self.document, self.direction, self.choices, self.cache) = (document, direction, choices, cache)
        self.budget = budget
        optionalBudget = budget - Self.maximumOptionalCount
    }

    /// Whether the budget was exceeded.
    var isExhausted: Bool { budget <= 0 }

    /// The location of a value.
    struct Location {
        var pointer = ""
        var depth = 0
        /// The numbers of times that each reference was followed on the way.
        var active: [String: Int] = [:]

        func child(_ token: String) -> Location {
            let pointer = pointer + JSON.Pointer(tokens: [token]).text
            return Location(pointer: pointer, depth: depth + 1, active: active)
        }
    }

    /// Returns a value that the schemas permit, as far as their keywords are understood; nil if none was found.
    mutating func value(_ schemas: [LocatedSchema], at location: Location) -> JSON? {
        guard location.depth < Self.maximumDepth else { return nil }
        let variation = choices.variation(at: location.pointer)
        let cache = cache
        var turn = 0
        var limit = 1
        while turn < min(limit, 24), budget > 0 {
            var collector = SchemaCollector(document: document, selection: variation + turn, budget: budget) {
                cache.json(at: $0)
            }
            for schema in schemas { collector.add(schema) }
            budget = collector.budget - 1
            limit = collector.alternatives
            turn += 1
            if let value = value(of: collector.result, at: location) { return value }
        }
        return nil
    }

    private mutating func value(of schema: SchemaConjunction, at location: Location) -> JSON? {
        guard !schema.isImpossible, !schema.types.isEmpty else { return nil }
        if let value = proposal(of: schema, at: location) { return value }
        if let constant = schema.constant { return schema.types.isDisjoint(with: .init(of: constant)) ? nil : constant }
        var inner = location
        for target in schema.targets { inner.active[target, default: 0] += 1 }
        if let values = schema.enumeration {
            let permitted = values.filter { !schema.types.isDisjoint(with: .init(of: $0)) && $0 != .null }
            let all = permitted.isEmpty && schema.types.contains(.null) && values.contains(.null) ? [.null] : permitted
            guard !all.isEmpty else { return nil }
            var random = random(location)
            let index = choices.isDynamic ? Int(random.next() % UInt64(all.count)) : 0
            return all[(index + choices.variation(at: location.pointer)) % all.count]
        }
        for type in typesInOrder(schema) {
            if let value = value(of: schema, as: type, at: inner) { return value }
        }
        return nil
    }

    /// Returns the first proposed value with a permitted type; nil for none, and if all of them were refused.
    private mutating func proposal(of schema: SchemaConjunction, at location: Location) -> JSON? {
        guard !choices.refusedProposals.contains(location.pointer), !choices.isDynamic else { return nil }
        let value = schema.proposals.first { !schema.types.isDisjoint(with: .init(of: $0)) }
        if value != nil { proposalPointers.insert(location.pointer) }
        return value
    }

    /// Returns the permitted types, the one that the keywords suggest first.
    private func typesInOrder(_ schema: SchemaConjunction) -> [SchemaTypes] {
        var order: [SchemaTypes] = [.object, .array, .string, .fraction, .integer, .bool, .null]
        if schema.types == .all {
            let hasObject = !schema.objects.isEmpty || !schema.required.isEmpty || schema.minProperties > 0
            let hasArray = !schema.arrays.isEmpty || schema.minItems > 0 || !schema.contained.isEmpty
            let first: SchemaTypes =
                hasObject ? .object : hasArray ? .array : schema.numbers.isEmpty ? .string : .fraction
            order = [first] + order.filter { $0 != first }
        }
        return order.filter { !schema.types.isDisjoint(with: $0) }
    }

    private mutating func value(
        of schema: SchemaConjunction,
        as type: SchemaTypes,
        at location: Location
    ) -> JSON? {
        var random = random(location)
        switch type {
        case .object: return object(schema, at: location)
        case .array: return array(schema, at: location)
        case .string: return StringExample(schema, choices.variation(at: location.pointer)).value(&random)
        case .integer: return schema.numbers.example(isInteger: true, &random)
        case .fraction: return schema.numbers.example(isInteger: false, &random)
        case .bool: return .bool(random.next() & 1 == 0)
        default: return .null
        }
    }

    func random(_ location: Location) -> RandomSource {
        choices.random(at: location.pointer)
    }

    /// Returns whether optional parts are omitted, because the value is deep or a reference repeats.
    func isMinimal(_ location: Location) -> Bool {
        location.depth >= Self.maximumOptionalDepth || location.active.values.contains { $0 > 1 }
            || budget < optionalBudget
    }
}

/// The choices of one attempt to build a value.
struct ValueChoices {
    let seed: UInt64
    /// The hash of the pointer of the schema.
    let schemaHash: UInt64
    /// Whether proposed values are ignored, so that each seed gives another value.
    var isDynamic = false
    /// The number of earlier attempts whose values at a pointer were not valid.
    private(set) var variations: [String: Int] = [:]
    /// The pointers at which proposed values are not valid.
    private(set) var refusedProposals: Set<String> = []

    init(seed: UInt64, pointer: String, isDynamic: Bool) {
        (self.seed, schemaHash, self.isDynamic) = (seed, StableHash.of(pointer), isDynamic)
    }

    func variation(at pointer: String) -> Int { variations[pointer] ?? 0 }

    func random(at pointer: String) -> RandomSource {
        let hash = StableHash.of(pointer, from: schemaHash)
        return RandomSource(seed: seed, endpoint: hash, request: variation(at: pointer))
    }

    /// Makes the next attempt differ at a pointer whose value is not valid.
    ///
    /// - Parameter proposals: the pointers of proposed values, of which the outermost around the pointer is refused.
    mutating func reject(_ pointer: String, _ proposals: Set<String>) {
        var prefix = pointer
        while true {
            if proposals.contains(prefix) {
                refusedProposals.insert(prefix)
                return
            }
            guard let slash = prefix.lastIndex(of: "/") else { break }
            prefix = String(prefix[..<slash])
        }
        let count = variation(at: pointer) + 1
        variations[pointer] = count
        // The fault may be in an alternative that a value around it selected.
        if count > 2, let slash = pointer.lastIndex(of: "/") {
            variations[String(pointer[..<slash]), default: 0] += 1
        }
    }
}

/// The decoded values of the files of a document, of which each file is decoded once.
final class SchemaCache {
    private let files: [OpenAPIFile]
    private var roots: [Int: JSON] = [:]
    private var values: [String: JSON] = [:]

    init(_ document: OpenAPIDocument) { files = document.files }

    /// Returns the root of a file.
    func root(of file: Int) -> JSON {
        if let known = roots[file] { return known }
        let decoded = files[file].document.root.value
        roots[file] = decoded
        return decoded
    }

    func json(at value: OpenAPIValue) -> JSON {
        let key = "\(value.file)#\(value.pointer)"
        if let known = values[key] { return known }
        // The pointer of a value leads to it unless names are repeated.
        let decoded = JSON.Pointer(value.pointer)?.value(in: root(of: value.file)) ?? value.node.value
        values[key] = decoded
        return decoded
    }
}
