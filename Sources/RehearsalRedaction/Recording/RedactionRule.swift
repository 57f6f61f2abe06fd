package import Rehearsal

/// What is taken out of recordings, or left in them, as people write it: `header:X-Key`, `json:/user/phone`.
package struct RedactionRule: Sendable, Hashable {
    package let place: Place

    /// Where it looks.
    package enum Place: Sendable, Hashable {
        case header(String)
        case cookie(String)
        /// In queries and forms.
        case query(String)
        /// Members of that name in JSON, at any depth.
        case member(String)
        /// What stands there in JSON; `*` is any name or index.
        case pointer([String])
        /// Parts of any text; whoever keeps one, keeps each value in which it is found.
        case pattern(Scenario.Pattern)
    }

    /// Why a text is no rule: what was found and what would be right.
    package struct Malformed: Error, Hashable, CustomStringConvertible {
        package let description: String
    }

    /// The words that a rule can begin with.
    package static let kinds = ["header", "cookie", "query", "json", "pattern"]

    package init(_ text: String) throws(Malformed) {
        let kind = text.prefix { $0 != ":" }
        let value = String(text.dropFirst(kind.count + 1))
        guard Self.kinds.contains(String(kind)) else {
            let nearest = NearestName.of(String(kind), in: Self.kinds).map { "; did you mean \($0):?" } ?? ""
            throw Malformed(
                description:
                    "\(text.quoted) names no place: begin with header:, cookie:, query:, json: or pattern:\(nearest)"
            )
        }
        guard !value.isEmpty else {
            throw Malformed(description: "\(text.quoted) ends after its colon: \(Self.examples[String(kind)] ?? "")")
        }
        switch kind {
        case "header": place = .header(value)
        case "cookie": place = .cookie(value)
        case "query": place = .query(value)
        case "json": place = try Self.json(value)
        default:
            do throws(Scenario.Pattern.Malformed) {
                place = .pattern(try Scenario.Pattern(value))
            } catch {
                throw Malformed(description: "\(text.quoted) is no pattern: \(error)")
            }
        }
    }

    private static func json(_ value: String) throws(Malformed) -> Place {
        guard value.hasPrefix("/") else { return .member(value) }
        guard let pointer = JSON.Pointer(value) else {
            throw Malformed(
                description: "\(value.quoted) is no JSON pointer: in a name, ~ is written ~0 and / is written ~1"
            )
        }
        return .pointer(pointer.tokens)
    }

    private static let examples = [
        "header": "header:X-Session", "cookie": "cookie:sid", "query": "query:signature",
        "json": "json:/user/phone, or json:phone at any depth", "pattern": #"pattern:CUST-\d{8}"#,
    ]
}
