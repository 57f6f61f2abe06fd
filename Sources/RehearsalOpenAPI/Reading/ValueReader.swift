import Rehearsal

/// A reader of the members of objects, which collects the mistakes in their types.
struct ValueReader {
    private(set) var problems: [OpenAPIProblem] = []

    private static let maximumProblemCount = 500

    /// Returns the text of a scalar. YAML authors often omit the quotation marks of `version: 1.0`.
    func text(_ value: OpenAPIValue) -> String? {
        value.node.string ?? value.node.numberText ?? value.node.bool.map { $0 ? "true" : "false" }
    }

    mutating func report(
        _ severity: OpenAPIProblem.Severity,
        _ kind: OpenAPIProblem.Kind,
        at place: OpenAPIPlace,
        _ message: String,
        hint: String? = nil
    ) {
        guard problems.count < Self.maximumProblemCount else { return }
        problems.append(OpenAPIProblem(severity, kind, at: place, message, hint: hint))
    }

    /// Returns the text of a member; nil if it is absent. Another value than a scalar is a mistake.
    mutating func text(_ name: String, of object: OpenAPIValue) -> String? {
        guard let member = object[name] else { return nil }
        if let text = text(member) { return text }
        reportType(name, member, "a text")
        return nil
    }

    /// Returns the text of a member that must exist.
    mutating func requiredText(_ name: String, of object: OpenAPIValue, _ noun: String) -> String? {
        guard object[name] != nil else {
            report(.error, .missingMember, at: object.messagePlace, "\(noun) has no member \(name.quoted)")
            return nil
        }
        return text(name, of: object)
    }

    /// Returns a Boolean member; false if it is absent.
    mutating func bool(_ name: String, of object: OpenAPIValue) -> Bool { optionalBool(name, of: object) ?? false }

    mutating func optionalBool(_ name: String, of object: OpenAPIValue) -> Bool? {
        guard let member = object[name] else { return nil }
        if let value = member.node.bool { return value }
        reportType(name, member, "true or false")
        return nil
    }

    /// Returns a member that is an object.
    mutating func object(_ name: String, of object: OpenAPIValue) -> OpenAPIValue? {
        guard let member = object[name] else { return nil }
        if member.node.kind == .object { return member }
        if member.node.kind != .null { reportType(name, member, "an object") }
        return nil
    }

    /// Returns the members of a member that is an object.
    ///
    /// - Parameter hasExtensions: whether a name that begins with `x-` is an extension, which is left out. In a map,
    ///   such a name is a name like any other: a header field, a security scheme.
    mutating func members(
        _ name: String,
        of object: OpenAPIValue,
        hasExtensions: Bool = false
    ) -> [OpenAPIValue.Member] {
        let members = self.object(name, of: object)?.members ?? []
        return hasExtensions ? members.filter { !$0.name.hasPrefix("x-") } : members
    }

    /// Returns the elements of a member that is an array.
    mutating func elements(_ name: String, of object: OpenAPIValue) -> [OpenAPIValue] {
        guard let member = object[name] else { return [] }
        if member.node.kind == .array { return member.elements }
        if member.node.kind != .null { reportType(name, member, "an array") }
        return []
    }

    mutating func reportType(_ name: String, _ value: OpenAPIValue, _ expected: String) {
        let found = Self.noun(of: value.node.kind)
        report(.error, .wrongType, at: value.messagePlace, "\(name.quoted) is \(found); it must be \(expected)")
    }

    static func noun(of kind: JSONDocument.Kind) -> String {
        switch kind {
        case .null: "null"
        case .bool: "a Boolean"
        case .number: "a number"
        case .string: "a text"
        case .array: "an array"
        case .object: "an object"
        }
    }

    /// Returns the first line of a text without the white space around it.
    static func firstLine(_ text: String) -> String {
        let isLineEnd = { (character: Character) in character.isNewline }
        return text.split(whereSeparator: isLineEnd).lazy.map { String($0.trimmed) }.first { !$0.isEmpty } ?? ""
    }
}
