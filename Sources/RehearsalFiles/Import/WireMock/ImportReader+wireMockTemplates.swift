import Rehearsal

extension ImportReader {
    /// A text with templates of ours in place of WireMock's; a mapping whose reply no template says is refused.
    mutating func filled(_ text: String, at value: ImportValue, _ words: WireMockTags) -> String {
        let translation = TemplateTranslation(text, words.meaning)
        let instead = "the mapping is left out; write what is sent in its place"
        for tag in translation.unknown.prefix(20) { refuse(value, "no template says \(tag.quoted)", instead: instead) }
        return translation.text
    }

    /// The same for each string of a document.
    mutating func filled(_ json: JSON, at value: ImportValue, _ words: WireMockTags) -> JSON {
        switch json {
        case .string(let text): return .string(filled(text, at: value, words))
        case .array(let elements):
            var list: [JSON] = []
            for element in elements { list.append(filled(element, at: value, words)) }
            return .array(list)
        case .object(let members):
            var list: [JSON.Member] = []
            for member in members {
                let name = filled(member.name, at: value, words)
                list.append(JSON.Member(name, filled(member.value, at: value, words)))
            }
            return .object(list)
        default: return json
        }
    }
}
