import Rehearsal

/// JSON that stands in an imported file as a text.
enum JSONText {
    /// Deeper documents are refused: what is made of them nests a little deeper, and has to be read again.
    static let deepest = 200

    /// The document, or nil if the text is none, or nests too deep.
    static func value(_ text: String) -> JSON? { value(Array(text.utf8)) }

    static func value(_ bytes: [UInt8]) -> JSON? {
        guard depth(of: bytes) <= deepest else { return nil }
        return try? JSON(parsing: bytes)
    }

    /// How deep brackets nest that stand outside of strings.
    static func depth(of bytes: [UInt8]) -> Int {
        var (depth, most) = (0, 0)
        var (isInString, isEscaped) = (false, false)
        for byte in bytes {
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                most = max(most, depth)
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
        }
        return most
    }
}

extension JSON {
    /// The same with other strings, among values and, unless told otherwise, among the names of members.
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
}
