import Rehearsal

extension JSON {
    /// Where something stands in a document, and whether that is in a list.
    struct Stand {
        let tokens: [String]
        let isListed: Bool
    }

    /// Where texts stand as whole strings or numbers, by the text; all are looked for in one go.
    ///
    /// - Parameters:
    ///   - limit: places of one text beyond this are not kept.
    ///   - isWanted: whether a text is looked for.
    func places(limit: Int, where isWanted: (String) -> Bool) -> [String: [Stand]] {
        var found: [String: [Stand]] = [:]
        var tokens: [String] = []
        visit(&tokens, isListed: false) { text, tokens, isListed in
            guard isWanted(text), found[text, default: []].count < limit else { return }
            found[text, default: []].append(Stand(tokens: tokens, isListed: isListed))
        }
        return found
    }

    private func visit(_ tokens: inout [String], isListed: Bool, _ take: (String, [String], Bool) -> Void) {
        switch self {
        case .string(let text): take(text, tokens, isListed)
        case .number(let number): take(number.text, tokens, isListed)
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                tokens.append(String(index))
                element.visit(&tokens, isListed: true, take)
                tokens.removeLast()
            }
        case .object(let members):
            for member in members {
                tokens.append(member.name)
                member.value.visit(&tokens, isListed: isListed, take)
                tokens.removeLast()
            }
        case .null, .bool: break
        }
    }
}
