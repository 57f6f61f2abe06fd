/// Reads a place as it is shown: `$.items[*]['a name']`.
struct DriftPlaceReader {
    private var rest: Substring

    init(_ text: String) { rest = text[...] }

    typealias Malformed = DriftPlace.Malformed

    func steps() throws(Malformed) -> [DriftPlace.Step] {
        var reader = self
        guard reader.skip("$") else { throw Malformed(reason: "a place begins with $ or /") }
        var steps: [DriftPlace.Step] = []
        while !reader.rest.isEmpty { steps.append(try reader.step()) }
        return steps
    }

    private mutating func step() throws(Malformed) -> DriftPlace.Step {
        if skip("..") { throw Malformed(reason: "`..` is no step: the way is written from the root") }
        if skip("[") { return try bracket() }
        guard skip(".") else { throw Malformed(reason: "a name follows a dot, or stands in brackets and quotes") }
        if skip("*") { return .entry }
        let name = String(rest.prefix { $0 != "." && $0 != "[" })
        guard DriftPlace.isPlain(name) || name.utf8.contains(where: { $0 >= 0x80 }) else {
            throw Malformed(
                reason: name.isEmpty ? "a name is missing" : "a name with signs stands in quotes: ['a name']"
            )
        }
        rest = rest.dropFirst(name.count)
        return DriftPlace.member(name)
    }

    /// What stands after a bracket: `*`, an index, or a name in quotes.
    private mutating func bracket() throws(Malformed) -> DriftPlace.Step {
        if skip("*]") { return .element }
        if let quote = rest.first, quote == "'" || quote == "\"" {
            rest = rest.dropFirst()
            return DriftPlace.member(try quoted(quote))
        }
        let index = String(rest.prefix { $0 != "]" })
        guard DriftPlace.isIndex(index), rest.count > index.count else {
            throw Malformed(reason: "brackets hold *, an index or a name in quotes")
        }
        rest = rest.dropFirst(index.count + 1)
        return .element
    }

    private mutating func quoted(_ quote: Character) throws(Malformed) -> String {
        var name = ""
        while let next = rest.popFirst() {
            if next == quote {
                guard skip("]") else { break }
                return name
            }
            name.append(next == "\\" ? rest.popFirst() ?? next : next)
        }
        throw Malformed(reason: "a name in quotes does not end")
    }

    private mutating func skip(_ text: String) -> Bool {
        guard rest.hasPrefix(text) else { return false }
        rest = rest.dropFirst(text.count)
        return true
    }
}
