import Rehearsal

extension JSON {
    /// Whether the value or any nested value satisfies a predicate.
    func contains(where test: (JSON) -> Bool) -> Bool {
        if test(self) { return true }
        return switch self {
        case .array(let elements): elements.contains { $0.contains(where: test) }
        case .object(let members): members.contains { $0.value.contains(where: test) }
        default: false
        }
    }

    /// Returns the value with all strings replaced.
    ///
    /// - Parameter ofMembers: Whether member names are replaced too.
    func mappingTexts(ofMembers: Bool = true, _ change: (String) -> String) -> JSON {
        switch self {
        case .string(let text): .string(change(text))
        case .array(let elements): .array(elements.map { $0.mappingTexts(ofMembers: ofMembers, change) })
        case .object(let members):
            .object(
                members.map { member in
                    let name = ofMembers ? change(member.name) : member.name
                    return Member(name, member.value.mappingTexts(ofMembers: ofMembers, change))
                }
            )
        default: self
        }
    }

    /// Whether the value contains an array that is not empty. The order and number of its elements may matter.
    var containsElements: Bool {
        contains { if case .array(let elements) = $0 { !elements.isEmpty } else { false } }
    }

    /// Whether the value contains an array of several elements. Their order may matter.
    var containsArrayOfSeveralElements: Bool {
        contains { if case .array(let elements) = $0 { elements.count > 1 } else { false } }
    }

    var containsNestedArrays: Bool {
        contains { value in
            guard case .array(let elements) = value else { return false }
            return elements.contains { if case .array = $0 { true } else { false } }
        }
    }

    var isContainer: Bool {
        switch self {
        case .object, .array: true
        default: false
        }
    }
}
