extension JSONPathParser {
    /// `segments`: as many as there are, with white space between them and none after.
    mutating func segments() throws(Malformed) -> [JSONPathSegment] {
        var segments: [JSONPathSegment] = []
        while true {
            let end = position
            skipSpace()
            guard let segment = try segment() else {
                position = end
                return segments
            }
            segments.append(segment)
        }
    }

    private mutating func segment() throws(Malformed) -> JSONPathSegment? {
        switch next {
        case "[": return JSONPathSegment(selectors: try bracketed())
        case ".":
            position += 1
            let isDescendant = take(".")
            if isDescendant, next == "[" { return JSONPathSegment(selectors: try bracketed(), isDescendant: true) }
            return JSONPathSegment(selectors: [try shorthand(isDescendant)], isDescendant: isDescendant)
        default: return nil
        }
    }

    /// `wildcard-selector` or `member-name-shorthand`: what follows dots.
    private mutating func shorthand(_ isDescendant: Bool) throws(Malformed) -> JSONPathSelector {
        if take("*") { return .wildcard }
        let start = position
        guard let first = next, Self.isNameCharacter(first, isFirst: true) else {
            throw noName(after: isDescendant ? ".." : ".")
        }
        while let scalar = next, Self.isNameCharacter(scalar) { position += 1 }
        return .name(written(start..<position))
    }

    /// `bracketed-selection`: selectors with commas between them.
    private mutating func bracketed() throws(Malformed) -> [JSONPathSelector] {
        let opening = position
        position += 1
        var selectors: [JSONPathSelector] = []
        repeat {
            skipSpace()
            selectors.append(try selector(opening))
            skipSpace()
        } while take(",")
        guard take("]") else { throw notClosed(opening, "bracket", by: "]") }
        return selectors
    }

    private mutating func selector(_ opening: Int) throws(Malformed) -> JSONPathSelector {
        switch next {
        case "'", "\"": return .name(try string())
        case "*":
            position += 1
            return .wildcard
        case "?":
            try enter()
            position += 1
            skipSpace()
            let filter = try filter()
            leave()
            return .filter(filter)
        case "-", ":", ("0"..."9")?: return try indexOrSlice()
        default: throw noSelector(opening)
        }
    }

    /// `index-selector`, or `slice-selector` if there is a colon.
    private mutating func indexOrSlice() throws(Malformed) -> JSONPathSelector {
        let start = try next == ":" ? nil : integer()
        let end = position
        skipSpace()
        guard take(":") else {
            position = end
            return .index(start ?? 0)
        }
        var slice = JSONPathSlice(start: start)
        slice.end = try integerIfAny()
        if take(":") { slice.step = try integerIfAny() ?? 1 }
        return .slice(slice)
    }

    /// A number between white space, or only that.
    private mutating func integerIfAny() throws(Malformed) -> Int? {
        skipSpace()
        guard let first = next, first == "-" || Self.isDigit(first) else { return nil }
        let value = try integer()
        skipSpace()
        return value
    }
}
