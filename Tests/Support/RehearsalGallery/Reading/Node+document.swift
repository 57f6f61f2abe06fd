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
        let isAmbiguous = defect != .acceptsRepeatedNames && repeatsName(json)
        if isRepaired || isAmbiguous { throw DecodingFailure(.dataCorrupted, at: "$") }
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

    private static func repeatsName(_ json: JSON) -> Bool {
        switch json {
        case .array(let elements): elements.contains(where: repeatsName)
        case .object(let members):
            Set(members.map(\.name)).count < members.count || members.contains { repeatsName($0.value) }
        default: false
        }
    }
}
