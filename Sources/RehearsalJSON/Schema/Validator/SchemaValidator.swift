/// One validation of a value.
///
/// A validation either answers whether the value is valid, and ends at the first violation, or collects the violations
/// with their locations. Schemas are evaluated recursively, to a limited depth.
struct SchemaValidator {
    let program: SchemaProgram
    let limits: SchemaLimits
    let direction: SchemaDirection?
    private(set) var stop: SchemaValidation.Stop?
    /// Whether violations are collected.
    var isCollecting = false
    private var violations: [SchemaViolation] = []
    private var isCut = false
    private var reportCount = 0
    private var stepCount = 0
    private var depth = 0
    /// The resources that were entered, outermost first (core §7.1).
    private var scope: [Int] = []
    /// The targets of references that are evaluated, and the index of the first one for the current value.
    private var targets: [Int] = []
    private var firstTarget = 0
    // The locations are known only while violations are collected.
    private var instancePath: [String] = []
    private var keywordPath: [String] = []
    private var matchers: [Int: PatternMatcher] = [:]

    init(_ program: SchemaProgram, limits: SchemaLimits, direction: SchemaDirection? = nil) {
        self.program = program
        self.limits = limits
        self.direction = direction
    }

    /// Returns whether a value is valid. If ``stop`` is set, the result has no meaning.
    mutating func isValid(_ value: JSON, _ node: Int) -> Bool {
        var marks = SchemaMarks.none
        return evaluate(node, value, &marks)
    }

    /// Returns the violations of a value.
    mutating func validation(of value: JSON, _ node: Int) -> SchemaValidation {
        isCollecting = true
        var marks = SchemaMarks.none
        _ = evaluate(node, value, &marks)
        return SchemaValidation(violations: violations, isCut: isCut, stop: stop)
    }

    /// Evaluates a schema, and adds the members or elements that it evaluates to the marks.
    mutating func evaluate(_ node: Int, _ value: JSON, _ marks: inout SchemaMarks) -> Bool {
        guard spend(1, node) else { return false }
        let schema = program.nodes[node]
        if schema.isFalse { return fail(node, nil, "is not permitted here") }
        if schema.steps.isEmpty { return true }
        guard depth < limits.depth else { return end(.depth, node) }
        depth += 1
        let entersResource = scope.last != schema.resource
        if entersResource { scope.append(schema.resource) }
        let isValid: Bool
        if schema.hasUnevaluated {
            var own = SchemaMarks(isRecording: true)
            isValid = evaluate(schema.steps, of: node, value, &own)
            marks.formUnion(own)
        } else {
            isValid = evaluate(schema.steps, of: node, value, &marks)
        }
        if entersResource { scope.removeLast() }
        depth -= 1
        return isValid
    }

    private mutating func evaluate(
        _ steps: [SchemaStep],
        of node: Int,
        _ value: JSON,
        _ marks: inout SchemaMarks
    ) -> Bool {
        var isValid = true
        for step in steps where !apply(step, node, value, &marks) {
            isValid = false
            guard canContinue else { return false }
        }
        return isValid
    }

    /// Whether evaluation continues after a violation.
    var canContinue: Bool { isCollecting && stop == nil && !isCut }

    /// Counts steps, and returns whether evaluation continues.
    mutating func spend(_ count: Int, _ node: Int) -> Bool {
        guard stop == nil, !isCut else { return false }
        stepCount += count
        return stepCount <= limits.steps || end(.steps, node)
    }

    private mutating func end(_ reason: SchemaValidation.Stop.Reason, _ node: Int) -> Bool {
        let pointer = JSON.Pointer(tokens: instancePath)
        stop = stop ?? .init(reason: reason, instance: pointer, location: program.location(of: node))
        return false
    }
}

extension SchemaValidator {
    /// Evaluates a schema on the same value.
    mutating func evaluate(
        _ node: Int,
        _ value: JSON,
        _ marks: inout SchemaMarks,
        below keyword: SchemaKeyword,
        _ token: String? = nil
    ) -> Bool {
        guard isCollecting else { return evaluate(node, value, &marks) }
        let length = keywordPath.count
        keywordPath.append(keyword.rawValue)
        if let token { keywordPath.append(token) }
        let isValid = evaluate(node, value, &marks)
        keywordPath.removeLast(keywordPath.count - length)
        return isValid
    }

    /// Evaluates a schema on a member or an element.
    mutating func evaluateChild(
        _ node: Int,
        _ value: JSON,
        at place: SchemaChildPlace,
        below keyword: SchemaKeyword,
        _ token: String? = nil
    ) -> Bool {
        let first = firstTarget
        firstTarget = targets.count
        if isCollecting { instancePath.append(place.token) }
        var marks = SchemaMarks.none
        let isValid = evaluate(node, value, &marks, below: keyword, token)
        if isCollecting { instancePath.removeLast() }
        firstTarget = first
        return isValid
    }

    /// Returns whether a schema matches the same value, without collecting violations.
    mutating func matches(_ node: Int, _ value: JSON, _ marks: inout SchemaMarks) -> Bool {
        let wasCollecting = isCollecting
        isCollecting = false
        var own = SchemaMarks(isRecording: marks.isRecording)
        let isValid = evaluate(node, value, &own)
        isCollecting = wasCollecting
        // A schema that does not match evaluates nothing.
        if isValid { marks.formUnion(own) }
        return isValid
    }

    /// Returns whether a schema matches an element, without collecting violations.
    mutating func matchesChild(_ node: Int, _ value: JSON) -> Bool {
        let first = firstTarget
        firstTarget = targets.count
        var marks = SchemaMarks.none
        let isValid = matches(node, value, &marks)
        firstTarget = first
        return isValid
    }

    /// Evaluates the target of a reference.
    mutating func evaluateTarget(
        _ target: Int,
        _ value: JSON,
        _ marks: inout SchemaMarks,
        below keyword: SchemaKeyword
    ) -> Bool {
        guard !targets[firstTarget...].contains(target) else { return end(.recursion, target) }
        targets.append(target)
        let isValid = evaluate(target, value, &marks, below: keyword)
        targets.removeLast()
        return isValid
    }

    /// Returns the schema of a dynamic anchor in the outermost resource that has one (core §8.2.3.2).
    func dynamicTarget(_ initial: Int, anchor: String) -> Int {
        for resource in scope {
            if let node = program.resources[resource].dynamicAnchors[anchor] { return node }
        }
        return initial
    }

    /// Returns whether a pattern matches a part of a text.
    mutating func hasMatch(_ pattern: Int, in text: String, _ node: Int) -> Bool {
        guard spend(text.utf8.count / 4 + 1, node) else { return false }
        if matchers[pattern] == nil {
            // The states that a matcher stores are useful for the next text, but take memory.
            if matchers.count >= 16 { matchers = [:] }
            matchers[pattern] = PatternMatcher(program.patterns[pattern].program, searching: true)
        }
        var text = text
        return text.withUTF8 { matchers[pattern]?.matches(for: $0.span) } ?? false
    }

    /// Records a violation if violations are collected.
    ///
    /// - Parameters:
    ///   - keyword: The keyword of the node that is violated; nil for the schema `false`.
    ///   - child: The member or element that violates it; nil for the value itself.
    /// - Returns: false.
    mutating func fail(
        _ node: Int,
        _ keyword: SchemaKeyword?,
        _ message: @autoclosure () -> String,
        at child: SchemaChildPlace? = nil,
        causes: [SchemaViolation] = []
    ) -> Bool {
        guard isCollecting, stop == nil else { return false }
        // A violation whose causes were cut is reported nevertheless.
        guard reportCount < limits.violations || !causes.isEmpty else {
            isCut = true
            return false
        }
        reportCount += 1
        let tokens = keyword.map { [$0.rawValue] } ?? []
        violations.append(
            SchemaViolation(
                instance: JSON.Pointer(tokens: instancePath + (child.map { [$0.token] } ?? [])),
                keyword: JSON.Pointer(tokens: keywordPath + tokens),
                location: program.location(of: node, tokens),
                message: message(),
                causes: causes
            )
        )
        return false
    }

    /// Returns the violations of a value by a schema that it does not match.
    mutating func causes(
        _ node: Int,
        _ value: JSON,
        below keyword: SchemaKeyword,
        _ token: String? = nil
    ) -> [SchemaViolation] {
        let outer = violations
        violations = []
        var marks = SchemaMarks.none
        _ = evaluate(node, value, &marks, below: keyword, token)
        defer { violations = outer }
        return violations
    }
}

/// The place of a member or an element in its value.
enum SchemaChildPlace {
    case name(String)
    case index(Int)

    var token: String {
        switch self {
        case .name(let name): name
        case .index(let index): String(index)
        }
    }
}
