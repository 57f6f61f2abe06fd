/// A question to a path: the document it is asked about, and how many steps are left to answer it.
struct JSONPathQuestion {
    /// There are no steps left.
    struct Exhausted: Error {}

    let document: JSON
    private(set) var stepsLeft: Int

    init(document: JSON, stepsLeft: Int) {
        self.document = document
        self.stepsLeft = stepsLeft
    }

    /// Takes some of the steps that are left; whoever is about to do something pays first.
    mutating func pay(_ steps: Int = 1) throws(Exhausted) {
        stepsLeft -= steps
        if stepsLeft < 0 { throw Exhausted() }
    }

    /// Whether a filter selects a value (RFC 9535 §2.3.5.2); as deep as the path is nested.
    mutating func holds(_ filter: JSONPathFilter, for value: JSON) throws(Exhausted) -> Bool {
        try pay()
        switch filter {
        case .any(let parts):
            for part in parts { if try holds(part, for: value) { return true } }
            return false
        case .all(let parts):
            for part in parts { if try !holds(part, for: value) { return false } }
            return true
        case .not(let part): return try !holds(part, for: value)
        case .exists(let query): return try first(query, for: value) != nil
        case .holds(let call): return try holds(call, for: value)
        case .compares(let left, let comparison, let right):
            let (left, right) = (try self.value(of: left, for: value), try self.value(of: right, for: value))
            return try holds(left, comparison, right)
        }
    }

    /// The value that stands for a term; nil if there is none.
    mutating func value(of term: JSONPathTerm, for value: JSON) throws(Exhausted) -> JSON? {
        switch term {
        case .literal(let literal): literal
        case .query(let query): try first(query, for: value)
        case .call(let call): try result(of: call, for: value)
        }
    }

    /// The walk along a query in a filter that is asked about a value.
    func walk(_ query: JSONPathQuery, for value: JSON) -> JSONPathWalk {
        JSONPathWalk(query.segments, from: query.isRelative ? value : document)
    }
}

extension JSONPathQuestion {
    /// The first value that a query selects.
    private mutating func first(_ query: JSONPathQuery, for value: JSON) throws(Exhausted) -> JSON? {
        guard query.isSingular else {
            var walk = walk(query, for: value)
            return try walk.next(&self)?.value
        }
        // Most queries in filters are of this kind, and need no walk.
        var found = query.isRelative ? value : document
        for segment in query.segments {
            try pay()
            switch (segment.selectors[0], found) {
            case (.name(let name), .object(let members)):
                guard let place = try place(of: name, in: found) else { return nil }
                found = members[place].value
            case (.index(let index), .array(let elements)):
                guard let place = place(of: index, in: found) else { return nil }
                found = elements[place]
            default: return nil
            }
        }
        return found
    }

    /// Where the first member of that name is.
    mutating func place(of name: String, in value: JSON) throws(Exhausted) -> Int? {
        guard case .object(let members) = value else { return nil }
        for (place, member) in members.enumerated() {
            try pay()
            guard member.name.utf8.count == name.utf8.count else { continue }
            try pay(name.utf8.count / Self.bytesAStep)
            if member.name.isWritten(as: name) { return place }
        }
        return nil
    }

    /// Where the element of that index is, which counts from the end if it is negative.
    func place(of index: Int, in value: JSON) -> Int? {
        guard case .array(let elements) = value else { return nil }
        let place = index < 0 ? index + elements.count : index
        return elements.indices.contains(place) ? place : nil
    }
}
