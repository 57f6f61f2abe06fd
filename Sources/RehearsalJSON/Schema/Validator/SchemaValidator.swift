/// One validation of a value.
///
/// A validation either answers whether the value is valid, and ends at the first violation, or collects the violations
/// with their locations.
struct SchemaValidator {
    let program: SchemaProgram
    let limits: SchemaLimits
    let direction: SchemaDirection?
    private(set) var stop: SchemaValidation.Stop?
    /// Whether violations are collected.
    private(set) var isCollecting = false
    private(set) var isCut = false
    private var violations: [SchemaViolation] = []
    /// The violations outside of the causes that are being collected.
    private var outerViolations: [[SchemaViolation]] = []
    private var reportCount = 0
    private var stepCount = 0
    private var frames: [SchemaFrame] = []
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
        var result = begin(SchemaDescent(node: node, value: value, keyword: .ref, isTarget: true), isRoot: true)
        while stop == nil, !frames.isEmpty {
            let (node, step) = (top.node, top.step)
            guard step < program.nodes[node].steps.count else {
                result = end(top.isValid)
                continue
            }
            let isAffordable = result != nil || spend(1, node)
            let isValid = isAffordable ? apply(program.nodes[node].steps[step], result) : false
            result = nil
            guard let isValid else { continue }
            if isValid {
                top.advance()
            } else if canContinue {
                top.isValid = false
                top.advance()
            } else {
                result = end(false)
            }
        }
        return stop == nil && result == true
    }

    /// Returns the violations of a value.
    mutating func validation(of value: JSON, _ node: Int) -> SchemaValidation {
        isCollecting = true
        _ = isValid(value, node)
        if let outermost = outerViolations.first { violations = outermost }
        return SchemaValidation(violations: violations, isCut: isCut, stop: stop)
    }

    /// The frame of the schema that is being evaluated.
    var top: SchemaFrame {
        _read { yield frames[frames.count - 1] }
        _modify { yield &frames[frames.count - 1] }
    }

    /// Whether evaluation continues after a violation.
    var canContinue: Bool { isCollecting && stop == nil && !isCut }

    /// Counts steps, and returns whether evaluation continues.
    mutating func spend(_ count: Int, _ node: Int) -> Bool {
        stepCount += count
        return stop == nil && (stepCount <= limits.steps || end(.steps, node))
    }

    private mutating func end(_ reason: SchemaValidation.Stop.Reason, _ node: Int) -> Bool {
        let pointer = JSON.Pointer(tokens: instancePath)
        stop = stop ?? .init(reason: reason, instance: pointer, location: program.location(of: node))
        return false
    }
}

extension SchemaValidator {
    /// Evaluates a schema, or adds a frame for one that applies others.
    ///
    /// - Returns: The result; nil if there is a new frame.
    mutating func begin(_ descent: SchemaDescent, isRoot: Bool = false) -> Bool? {
        let node = descent.node
        guard spend(1, node) else { return false }
        let (steps, isLeaf) = (program.nodes[node].steps, program.nodes[node].isLeaf)
        if isLeaf, steps.isEmpty, !program.nodes[node].isFalse { return true }
        let outside = enter(descent, isRoot: isRoot)
        guard !isLeaf else {
            defer { leave(outside) }
            if program.nodes[node].isFalse { return fail(node, nil, "is not permitted here") }
            var isValid = true
            for step in steps where !assert(step, node, descent.value) {
                isValid = false
                guard canContinue else { break }
            }
            return isValid
        }
        guard frames.count < limits.depth else { return end(.depth, node) }
        guard !descent.isTarget || !targets[firstTarget...].contains(node) else { return end(.recursion, node) }
        if descent.isTarget { targets.append(node) }
        if outside.entersResource { scope.append(program.nodes[node].resource) }
        let isRecording = program.nodes[node].hasUnevaluated || outside.isInPlace && top.marks.isRecording
        frames.append(SchemaFrame(node: node, value: descent.value, isRecording: isRecording, outside: outside))
        return nil
    }

    private mutating func enter(_ descent: SchemaDescent, isRoot: Bool) -> SchemaFrame.Outside {
        let isInPlace = descent.child == nil && !isRoot
        let outside = SchemaFrame.Outside(
            isCollecting: isCollecting,
            keywordCount: keywordPath.count,
            instanceCount: instancePath.count,
            firstTarget: firstTarget,
            isTarget: descent.isTarget,
            entersResource: scope.last != program.nodes[descent.node].resource,
            isInPlace: isInPlace
        )
        if !isInPlace { firstTarget = targets.count }
        if descent.isProbe { isCollecting = false }
        guard isCollecting, !isRoot else { return outside }
        keywordPath.append(descent.keyword.rawValue)
        if let token = descent.token { keywordPath.append(token.token) }
        if let child = descent.child { instancePath.append(child.token) }
        return outside
    }

    private mutating func leave(_ outside: SchemaFrame.Outside) {
        isCollecting = outside.isCollecting
        firstTarget = outside.firstTarget
        guard isCollecting else { return }
        keywordPath.removeLast(keywordPath.count - outside.keywordCount)
        instancePath.removeLast(instancePath.count - outside.instanceCount)
    }

    /// Removes the last frame, and returns the result.
    private mutating func end(_ isValid: Bool) -> Bool {
        let frame = frames.removeLast()
        if frame.outside.isTarget { targets.removeLast() }
        if frame.outside.entersResource { scope.removeLast() }
        // A schema that does not match evaluates nothing. While violations are collected, its members and elements have
        // violations of their own.
        if frame.outside.isInPlace, isValid || isCollecting { top.marks.formUnion(frame.marks) }
        leave(frame.outside)
        return isValid
    }

    /// Evaluates schemas all of which must match.
    ///
    /// - Parameters:
    ///   - result: The result of the last schema that had a frame.
    ///   - next: returns the next schema, and advances the frame's progress.
    mutating func applyEach(_ result: Bool?, _ next: (inout SchemaValidator) -> SchemaMove) -> Bool? {
        if result == false {
            top.hasFailed = true
            guard canContinue else { return false }
        }
        while true {
            let isValid: Bool
            switch next(&self) {
            case .end: return !top.hasFailed
            case .fail: isValid = false
            case .descend(let descent):
                guard let result = begin(descent) else { return nil }
                isValid = result
            }
            guard !isValid else { continue }
            top.hasFailed = true
            guard canContinue else { return false }
        }
    }

    /// Returns the schema of a dynamic anchor in the outermost resource that has one (core §8.2.3.2).
    mutating func dynamicTarget(_ initial: Int, anchor: String) -> Int {
        guard spend(scope.count / 8, initial) else { return initial }
        for resource in scope {
            if let node = program.resources[resource].dynamicAnchors[anchor] { return node }
        }
        return initial
    }

    /// Returns whether a pattern matches a part of a text.
    mutating func hasMatch(_ pattern: Int, in text: String, _ node: Int) -> Bool {
        // The time of a match grows with the product of the lengths of program and text.
        let program = program.patterns[pattern].program
        guard spend(text.utf8.count * (program.steps.count / 64 + 1) / 4 + 1, node) else { return false }
        if matchers[pattern] == nil {
            // The states that a matcher stores are useful for the next text, but take memory.
            if matchers.count >= 16 { matchers = [:] }
            matchers[pattern] = PatternMatcher(program, searching: true)
        }
        var text = text
        return text.withUTF8 { matchers[pattern]?.matches(for: $0.span) } ?? false
    }
}

extension SchemaValidator {
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

    /// Begins to collect the causes of a violation.
    mutating func beginCauses() {
        outerViolations.append(violations)
        violations = []
    }

    /// Ends the collection of causes, and returns them.
    mutating func endCauses() -> [SchemaViolation] {
        let causes = violations
        violations = outerViolations.popLast() ?? []
        return causes
    }
}
