import Rehearsal

/// How a predicate compares a field with what it wants.
struct MountebankPredicate {
    let name: String
    /// A JSONPath to what is compared, inside of the field.
    let selector: String?

    /// A condition on one value; nil, and said, if there is none.
    func value(_ wanted: ImportValue, _ reader: inout ImportReader) -> Scenario.Condition.Value? {
        if name == "exists" { return reader.bool(wanted).map { $0 ? .present : .absent } }
        guard let text = reader.text(wanted) else { return nil }
        switch name {
        case "contains": return .contains(text)
        case "startsWith": return .startsWith(text)
        case "endsWith": return .endsWith(text)
        case "matches": return reader.found(text, at: wanted).map { .matches($0) }
        default: return .equals(text)
        }
    }

    /// As a filter of JSONPath asks it of a value; nil for what none asks.
    func test(_ wanted: String) -> ((String) -> String)? {
        let quoted = JSONPathTranslation.quoted
        let literal = PatternTranslation.literal(wanted)
        switch name {
        case "equals", "deepEquals": return { JSONPathTranslation.equality($0, wanted) }
        case "contains": return { "search(\($0), \(quoted(literal)))" }
        case "startsWith": return { "match(\($0), \(quoted("\(literal).*")))" }
        case "endsWith": return { "match(\($0), \(quoted(".*\(literal)")))" }
        case "matches": return { "search(\($0), \(quoted(wanted)))" }
        default: return nil
        }
    }
}
