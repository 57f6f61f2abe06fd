import Rehearsal

extension FuzzTarget {
    /// A path (RFC 9535) in the first line, and after it the document that it is asked about.
    static let jsonpath = FuzzTarget("jsonpath") { bytes in
        let parts = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
        let text = String(decoding: parts[0], as: UTF8.self)
        guard let path = try PathReading.path(text) else { return }
        let document = parts.count > 1 ? try? JSON(parsing: Array(parts[1])) : [1, ["a": "b"]]
        guard let document else { return }
        try PathReading.check(path, document)
    }
}

private enum PathReading {
    /// So few that the fuzzer need not wait.
    static let steps = 20_000

    /// The path, unless it is refused at a place that it has.
    static func path(_ text: String) throws -> JSON.Path? {
        do throws(JSON.Path.Malformed) { return try JSON.Path(text) } catch {
            let count = text.unicodeScalars.count
            try Finding.unless(0...count ~= error.offset, "offset \(error.offset) of \(count)")
            try Finding.unless(error.length > 0 && error.offset + error.length <= count + 1, "a mark after the end")
            return nil
        }
    }

    static func check(_ path: JSON.Path, _ document: JSON) throws {
        guard let nodes = path.nodes(in: document, steps: steps) else { return }
        try Finding.unless(
            path.finds(in: document, steps: steps) == !nodes.isEmpty,
            "\(path) selects \(nodes.count) values, and finding them says otherwise"
        )
        let children = nodes.flatMap(\.children)
        for selectors in ["*", "?1 == 1, ?1 == 2", "?!($ == 1 && $ == 2)"] {
            try require("\(path)[\(selectors)]", children, document)
        }
        let elements = nodes.filter(\.isArray).flatMap(\.children)
        try require("\(path)[0:, ?$ == 1 && $ == 2]", elements, document)
        guard let locations = path.locations(in: document, steps: 10 * steps) else { return }
        try Finding.unless(locations.map(\.value) == nodes, "the values of \(path) are others with their places")
        for location in locations.prefix(20) { try requirePlace(location, document) }
    }

    /// A path that goes on after its last segment selects this, and nothing else.
    private static func require(_ text: String, _ expected: [JSON], _ document: JSON) throws {
        // A longer path may be refused for its length.
        guard let found = try? JSON.Path(text).nodes(in: document, steps: 10 * steps) else { return }
        try Finding.unless(found == expected, "\(text) selects \(found.count) values and not \(expected.count)")
    }

    /// A normalized path leads to a value of that name and no other, and is its own normalized path.
    private static func requirePlace(_ location: JSON.Path.Location, _ document: JSON) throws {
        // Places in deep documents, or below long names, may be longer than a path may be.
        guard location.path.unicodeScalars.count <= 4_096 else { return }
        let path: JSON.Path
        do throws(JSON.Path.Malformed) { path = try JSON.Path(location.path) } catch {
            throw Finding("the normalized path \(location.path) is refused: \(error)")
        }
        // Of members with one name the path of each leads to the first, which may have no such child.
        guard let found = path.locations(in: document), found.count <= 1 else {
            throw Finding("\(location.path) leads to several values, or to none in good time")
        }
        let names = found.map(\.path)
        try Finding.unless(names == [location.path] || names.isEmpty, "\(location.path) is written \(names)")
        guard !hasRepeatedNames(document) else { return }
        try Finding.unless(found == [location], "\(location.path) leads to another value")
    }

    private static func hasRepeatedNames(_ document: JSON) -> Bool {
        var rest = [document]
        while let value = rest.popLast() {
            if case .object(let members) = value {
                guard Set(members.map { Array($0.name.utf8) }).count == members.count else { return true }
            }
            rest += value.children
        }
        return false
    }
}

extension JSON {
    fileprivate var isArray: Bool {
        guard case .array = self else { return false }
        return true
    }

    fileprivate var children: [JSON] {
        switch self {
        case .array(let elements): elements
        case .object(let members): members.map(\.value)
        default: []
        }
    }
}
