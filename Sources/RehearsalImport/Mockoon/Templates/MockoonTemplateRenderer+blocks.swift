import Rehearsal

extension MockoonTemplateRenderer {
    package typealias Block = HandlebarsTemplate.Block

    mutating func render(_ block: Block) throws(TranslationError) {
        switch block.call.name {
        case "repeat": try repeatBlock(block)
        case "switch":
            let outer = switchState
            switchState = (try argument(0, of: block), false)
            try render(block.content)
            switchState = outer
        case "case":
            guard let switchState, !switchState.isFound else { return }
            guard try isEqual(switchState.value, try argument(0, of: block)) else { return }
            self.switchState?.isFound = true
            try render(block.content)
        case "default":
            if switchState?.isFound == false { try render(block.content) }
        case "if", "unless":
            let holds = try isTrue(try argument(0, of: block)) == (block.call.name == "if")
            try render(holds ? block.content : block.elseContent)
        case "each": try each(block)
        case "with":
            let value = try argument(0, of: block)
            guard try isTrue(value) else { return try render(block.elseContent) }
            scopes.append(value)
            try render(block.content)
            scopes.removeLast()
        default: throw TranslationError("unknown block helper \(block.call.name.quoted)")
        }
    }

    private mutating func argument(_ index: Int, of block: Block) throws(TranslationError) -> MockoonValue {
        guard block.call.arguments.indices.contains(index) else { throw TranslationError("the block needs a value") }
        return try value(block.call.arguments[index])
    }

    /// Renders `{{#repeat 3}}` or `{{#repeat 1 5}}`. Iterations are separated by commas unless `comma=false`.
    private mutating func repeatBlock(_ block: Block) throws(TranslationError) {
        var bounds: [Int] = []
        for index in block.call.arguments.indices { bounds.append(try count(try argument(index, of: block))) }
        guard let first = bounds.first, bounds.count <= 2 else {
            throw TranslationError("repeat needs one or two numbers")
        }
        var count = first
        if bounds.count == 2 {
            count = generator.iterations(min(first, bounds[1])...max(first, bounds[1]))
        }
        var hasCommas = true
        for option in block.call.options where option.name == "comma" {
            hasCommas = try isTrue(try value(option.value))
        }
        let outer = (variables, output)
        output = []
        for turn in 0..<count {
            try countIteration()
            for (name, value) in [
                ("index", MockoonValue.number(turn)), ("total", .number(count)), ("first", .bool(turn == 0)),
                ("last", .bool(turn == count - 1)),
            ] { variables[name] = value }
            try render(block.content)
            if hasCommas { output.endIteration(isLast: turn == count - 1) }
        }
        (variables, output) = (outer.0, outer.1 + output)
    }

    /// Returns the number of iterations that a value states. If the value is part of the request, returns its default.
    private mutating func count(_ value: MockoonValue) throws(TranslationError) -> Int {
        if let request = value.request {
            guard let standard = Int(request.defaultValue) else {
                throw TranslationError("the number of repetitions depends on the request")
            }
            usesDefaultCount = true
            return max(0, standard)
        }
        let number = try value.number() ?? 0
        return Int(min(max(0, number.rounded(.up)), Double(Self.maximumIterations) + 1))
    }

    /// The maximum number of iterations of all loops in one template.
    private static let maximumIterations = 100_000

    private mutating func countIteration() throws(TranslationError) {
        iterationCount += 1
        guard iterationCount <= Self.maximumIterations else {
            throw TranslationError("the loops of the template have more than \(Self.maximumIterations) iterations")
        }
    }

    private mutating func each(_ block: Block) throws(TranslationError) {
        let elements: [(key: String?, value: JSON)]
        switch try argument(0, of: block).json() {
        case .array(let list): elements = list.map { (nil, $0) }
        case .object(let members): elements = members.map { ($0.name, $0.value) }
        default: elements = []
        }
        guard !elements.isEmpty else { return try render(block.elseContent) }
        let outer = (variables, names)
        for (index, element) in elements.enumerated() {
            try countIteration()
            let key = element.key.map { MockoonValue.text($0) } ?? .number(index)
            variables["index"] = .number(index)
            variables["key"] = key
            variables["first"] = .bool(index == 0)
            variables["last"] = .bool(index == elements.count - 1)
            for (name, value) in zip(block.parameters, [.known(element.value), key]) {
                names[name] = value
            }
            scopes.append(.known(element.value))
            try render(block.content)
            scopes.removeLast()
        }
        (variables, names) = outer
    }

    /// Whether a value is truthy in Handlebars.
    mutating func isTrue(_ value: MockoonValue) throws(TranslationError) -> Bool {
        guard let request = value.request else { return try value.isTrue() }
        if request.isWrapped {
            throw TranslationError("Mockoon treats this as true whatever its value is; use bodyRaw or queryParamRaw")
        }
        guard let subject = request.subject, request.defaultValue.isEmpty else { throw .readsRequest }
        guard case .bodyPointer(let pointer) = subject else {
            guard let nonEmpty = try? Scenario.Pattern(#"[\s\S]"#) else { throw .readsRequest }
            return try branches.holds(subject.condition(.matches(nonEmpty)))
        }
        let empty: [JSON] = [.null, false, 0, "", []]
        let present = Scenario.Condition(body: [.at(pointer, .holds(.present))])
        let isEmpty = empty.map { Scenario.Condition(body: [.at(pointer, .equals($0))]) }
        return try branches.holds(present.and(Scenario.Condition(not: isEmpty)))
    }

    /// Whether two values are equal in JavaScript (`===`).
    mutating func isEqual(_ left: MockoonValue, _ right: MockoonValue) throws(TranslationError) -> Bool {
        guard let request = left.request ?? right.request else { return try left.json().isSame(as: try right.json()) }
        let other = try (left.request == nil ? left : right).json()
        guard let subject = request.subject else { throw .readsRequest }
        if case .bodyPointer(let pointer) = subject, !request.isWrapped {
            guard request.defaultValue.isEmpty, other != .string("") else { throw .readsRequest }
            return try branches.holds(Scenario.Condition(body: [.at(pointer, .equals(other))]))
        }
        guard case .string(let text) = other else { return false }
        let equalsText = subject.condition(.equals(text))
        guard text == request.defaultValue else { return try branches.holds(equalsText) }
        return try branches.holds(Scenario.Condition(any: [equalsText, subject.condition(.absent)]))
    }
}

extension JSON {
    /// Whether two values have the same type and value.
    fileprivate func isSame(as other: JSON) -> Bool {
        if case .number(let left) = self, case .number(let right) = other {
            return Double(left.text) == Double(right.text)
        }
        return self == other
    }
}

extension [MockoonPart] {
    /// Ends an iteration of `repeat` with exactly one comma, or with none if it is the last iteration.
    fileprivate mutating func endIteration(isLast: Bool) {
        while case .text(let text)? = last {
            let trimmed = text.trimmingEnd()
            self[count - 1] = .text(trimmed)
            guard trimmed.isEmpty else { break }
            removeLast()
        }
        if case .text(let text)? = last, text.hasSuffix(",") {
            if isLast { self[count - 1] = .text(String(text.dropLast())) }
        } else if !isLast {
            append(.text(","))
        }
        append(.text("\n"))
    }
}
