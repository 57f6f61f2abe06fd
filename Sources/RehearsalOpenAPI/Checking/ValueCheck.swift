import Rehearsal

/// The meaning of a value in a message.
struct ValueContext {
    let subject: ContractViolation.Subject
    /// The position of the value's description.
    let place: OpenAPIPlace
    /// The kind of a violation if the text cannot be read.
    let malformed: ContractViolation.Kind
    /// The kind of a violation if the schema forbids the value.
    let invalid: ContractViolation.Kind
    let direction: SchemaDirection
}

/// The check of a value against its schema.
struct ValueCheck {
    let contract: APIContract

    private static let limits: SchemaLimits = {
        var limits = SchemaLimits()
        limits.violations = 20
        return limits
    }()

    /// Returns the violations of a value in a style, or of a document in a parameter or header.
    func violations(
        of value: SerializedValue,
        _ checked: CheckedValue,
        _ context: ValueContext
    ) -> [ContractViolation] {
        if let content = checked.content, content.isJSON {
            guard case .text(let text) = value else { return [] }
            do {
                return violations(of: try JSON(parsing: text), checked, context)
            } catch {
                let message = "the \(context.subject) is \(error)"
                return [.init(context.malformed, context.subject, at: context.place, message, expected: ["JSON"])]
            }
        }
        let typed = value.json(checked.shape, prefersText: false)
        let violations = self.violations(of: typed, checked, context)
        if violations.isEmpty { return [] }
        // A schema may permit the same text as a number and as a string, with different conditions.
        let textual = value.json(checked.shape, prefersText: true)
        return self.violations(of: textual, checked, context).isEmpty ? [] : violations
    }

    /// Returns the violations of a schema by a value.
    func violations(of value: JSON, _ checked: CheckedValue, _ context: ValueContext) -> [ContractViolation] {
        guard let number = checked.schema else { return [] }
        let result = contract.schemas[number].validate(value, direction: context.direction, limits: Self.limits)
        var violations = result.violations.map { violation($0, context) }
        if let stop = result.stop {
            violations.append(.init(context.invalid, context.subject, at: context.place, stop.description))
        }
        return violations
    }

    private func violation(_ violation: SchemaViolation, _ context: ValueContext) -> ContractViolation {
        let pointer = violation.instance.text
        var subject = context.subject
        var noun = "the \(subject)"
        if case .body = subject {
            subject = .body(pointer)
            noun = "the \(subject)"
        } else if !pointer.isEmpty {
            noun += " at \(pointer)"
        }
        // Of several alternatives that do not match, the one with the fewest violations is the likeliest.
        let cause = violation.causes.first.map { ": " + $0.description } ?? ""
        let keyword = node(at: violation.location)
        return ContractViolation(
            context.invalid,
            subject,
            at: keyword?.messagePlace ?? contract.document.place(of: violation.location) ?? context.place,
            "\(noun) \(violation.message)\(cause)",
            expected: keyword.map { Self.expected($0, violation.location.pointer.tokens.last) } ?? []
        )
    }

    /// Returns the value of the keyword at a location.
    private func node(at location: SchemaLocation) -> OpenAPIValue? {
        guard let place = contract.document.place(of: location) else { return nil }
        let root = contract.document.files[place.file].document.root
        return location.pointer.node(in: root).map { OpenAPIValue(file: place.file, node: $0) }
    }

    /// Returns the values that a keyword permits, in the form of the document.
    private static func expected(_ value: OpenAPIValue, _ keyword: String?) -> [String] {
        let text = { (json: JSON) in
            if case .string(let text) = json { return text }
            return String(decoding: json.bytes(), as: UTF8.self)
        }
        switch (keyword, value.node.kind) {
        case ("enum", .array), ("type", .array): return value.elements.map { text($0.node.value) }
        case ("type", _), ("const", _): return [text(value.node.value)]
        case (let keyword?, .number), (let keyword?, .string): return ["\(keyword) \(text(value.node.value))"]
        default: return []
        }
    }
}
