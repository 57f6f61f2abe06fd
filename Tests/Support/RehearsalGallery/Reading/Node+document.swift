import Rehearsal
import RehearsalContracts

extension Node {
    /// Parses a body strictly: without repeated names, and without halves of surrogate pairs.
    static func document(in body: [UInt8], defect: Defect?) throws(DecodingFailure) -> JSON {
        if body.isEmpty, defect == .emptyAsEmptyList { return [] }
        guard !body.isEmpty else { throw DecodingFailure(.empty, at: "$") }
        guard let json = (try? JSON(parsing: body)) ?? replacement(for: body, defect: defect) else {
            throw DecodingFailure(.dataCorrupted, at: "$")
        }
        // The parser replaces half of a surrogate pair, which only an escape can represent, by U+FFFD.
        let isRepaired = body.contains(UInt8(ascii: "\\")) && containsReplacement(json)
        if isRepaired { throw DecodingFailure(.dataCorrupted, at: "$") }
        if defect != .acceptsRepeatedNames, let path = repeatedName(in: json, at: "$") {
            throw DecodingFailure(.dataCorrupted, at: path)
        }
        return json
    }

    /// Returns the document that a client with a defect reads instead of an invalid body; nil for an error.
    private static func replacement(for body: [UInt8], defect: Defect?) -> JSON? {
        switch defect {
        case .invalidAsEmptyList: []
        case .depthAsEmptyList where body.starts(with: "[[[[".utf8): []
        case .repairsBytes: try? JSON(parsing: Array(String(decoding: body, as: UTF8.self).utf8))
        default: nil
        }
    }

    private static func containsReplacement(_ json: JSON) -> Bool {
        switch json {
        case .string(let text): text.unicodeScalars.contains("\u{FFFD}")
        case .array(let elements): elements.contains(where: containsReplacement)
        case .object(let members): members.contains { containsReplacement($0.value) }
        default: false
        }
    }

    /// Returns the path of the first member whose name an earlier member of its object has; nil if there is none.
    private static func repeatedName(in json: JSON, at path: String) -> String? {
        switch json {
        case .array(let elements):
            return elements.enumerated().firstNonNil { repeatedName(in: $1, at: "\(path)[\($0)]") }
        case .object(let members):
            var names: Set<String> = []
            return members.firstNonNil { member in
                let place = "\(path).\(member.name)"
                return names.insert(member.name).inserted ? repeatedName(in: member.value, at: place) : place
            }
        default: return nil
        }
    }
}

extension Sequence {
    /// Returns the first value other than nil that a function returns for an element.
    fileprivate func firstNonNil<Value>(_ value: (Element) -> Value?) -> Value? {
        for element in self {
            if let result = value(element) { return result }
        }
        return nil
    }
}
