import Testing

@testable import Rehearsal

/// A validator for the keywords of JSON Schema (draft 2020-12) that the schema of scenarios uses.
final class SchemaValidator {
    private let root: JSON
    private var patterns: [String: Regex<AnyRegexOutput>] = [:]
    private var matches: [[String]: Bool] = [:]
    /// Keywords of the schema that the validator does not support.
    private(set) var unknown: Set<String> = []

    init(_ schema: JSON) { root = schema }

    func accepts(_ value: JSON) -> Bool { accepts(value, root) }

    private func accepts(_ value: JSON, _ schema: JSON) -> Bool {
        switch schema {
        case .bool(let isRight): isRight
        case .object(let keywords): keywords.allSatisfy { accepts(value, $0.name, $0.value, schema) }
        default: false
        }
    }

    private func accepts(_ value: JSON, _ keyword: String, _ argument: JSON, _ schema: JSON) -> Bool {
        switch keyword {
        case "$schema", "title", "description", "$defs": return true
        case "$ref":
            guard case .string(let name) = argument, let target = root["$defs"]?[String(name.dropFirst(8))] else {
                unknown.insert("$ref \(argument)")
                return false
            }
            return accepts(value, target)
        case "enum": return argument.all.contains { $0.isEquivalent(to: value) }
        case "type": return (argument.all.isEmpty ? [argument] : argument.all).contains { value.isOf($0.word) }
        case "allOf": return argument.all.allSatisfy { accepts(value, $0) }
        case "anyOf": return argument.all.contains { accepts(value, $0) }
        case "oneOf": return argument.all.count { accepts(value, $0) } == 1
        case "not": return !accepts(value, argument)
        default: break
        }
        switch value {
        case .object(let members): return accepts(members, keyword, argument, schema)
        case .array(let elements): return accepts(elements, keyword, argument)
        case .string(let text): return accepts(text, keyword, argument)
        case .number(let number): return accepts(Double(number.text) ?? 0, keyword, argument)
        case .null, .bool: return true
        }
    }

    private func accepts(_ members: [JSON.Member], _ keyword: String, _ argument: JSON, _ schema: JSON) -> Bool {
        func has(_ name: String) -> Bool { members.contains { $0.name == name } }
        switch keyword {
        case "properties":
            return members.allSatisfy { member in argument[member.name].map { accepts(member.value, $0) } ?? true }
        case "additionalProperties":
            return members.allSatisfy { schema["properties"]?[$0.name] != nil || accepts($0.value, argument) }
        case "propertyNames": return members.allSatisfy { accepts(.string($0.name), argument) }
        case "required": return argument.all.allSatisfy { has($0.word) }
        case "dependentRequired":
            return argument.named.allSatisfy { !has($0.name) || $0.value.all.allSatisfy { has($0.word) } }
        case "dependentSchemas":
            return argument.named.allSatisfy { !has($0.name) || accepts(.object(members), $0.value) }
        default: return known(keyword)
        }
    }

    private func accepts(_ elements: [JSON], _ keyword: String, _ argument: JSON) -> Bool {
        switch keyword {
        case "items": elements.allSatisfy { accepts($0, argument) }
        case "minItems": elements.count >= argument.amount
        case "maxItems": elements.count <= argument.amount
        case "uniqueItems": Set(elements).count == elements.count
        default: known(keyword)
        }
    }

    private func accepts(_ text: String, _ keyword: String, _ argument: JSON) -> Bool {
        switch keyword {
        case "minLength": text.unicodeScalars.count >= argument.amount
        case "pattern": isMatch(text, argument.word)
        default: known(keyword)
        }
    }

    private func accepts(_ number: Double, _ keyword: String, _ argument: JSON) -> Bool {
        switch keyword {
        case "minimum": number >= Double(argument.amount)
        case "maximum": number <= Double(argument.amount)
        default: known(keyword)
        }
    }

    private func isMatch(_ text: String, _ pattern: String) -> Bool {
        if let known = matches[[pattern, text]] { return known }
        do {
            let regex = try patterns[pattern] ?? Regex(pattern).matchingSemantics(.unicodeScalar)
            patterns[pattern] = regex
            let isFound = try regex.firstMatch(in: text) != nil
            matches[[pattern, text]] = isFound
            return isFound
        } catch {
            Issue.record("\(pattern): \(error)")
            return false
        }
    }

    private static let all: Set<String> = [
        "properties", "additionalProperties", "propertyNames", "required", "dependentRequired", "dependentSchemas",
        "items", "minItems", "maxItems", "uniqueItems", "minLength", "pattern", "minimum", "maximum",
    ]

    /// Accepts a value of a type to which the keyword does not apply.
    private func known(_ keyword: String) -> Bool {
        if !Self.all.contains(keyword) { unknown.insert(keyword) }
        return true
    }
}

extension JSON {
    var all: [JSON] { if case .array(let elements) = self { elements } else { [] } }
    var named: [JSON.Member] { if case .object(let members) = self { members } else { [] } }
    fileprivate var word: String { if case .string(let text) = self { text } else { "" } }
    fileprivate var amount: Int { if case .number(let number) = self { Int(number.text) ?? 0 } else { 0 } }

    fileprivate func isOf(_ type: String) -> Bool {
        switch self {
        case .null: type == "null"
        case .bool: type == "boolean"
        case .number(let number): type == "number" || type == "integer" && Int(number.text) != nil
        case .string: type == "string"
        case .array: type == "array"
        case .object: type == "object"
        }
    }
}
