import Rehearsal

extension FuzzTarget {
    /// JSONPath. The first line of an input is a path (RFC 9535); the rest is the document.
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
    /// The limit on evaluation steps, low enough for fast runs.
    static let steps = 20_000

    /// Parses a path; nil if it is rejected at a valid position.
    static func path(_ text: String) throws -> JSON.Path? {
        do throws(JSON.Path.Malformed) { return try JSON.Path(text) } catch {
            let count = text.unicodeScalars.count
            try Finding.require(0...count ~= error.offset, "offset \(error.offset) of \(count)")
            try Finding.require(error.length > 0 && error.offset + error.length <= count + 1, "a mark after the end")
            return nil
        }
    }

    static func check(_ path: JSON.Path, _ document: JSON) throws {
        guard let nodes = path.nodes(in: document, steps: steps) else { return }
        try Finding.require(
            path.hasMatch(in: document, steps: steps) == !nodes.isEmpty,
            "\(path) selects \(nodes.count) values, but `finds` disagrees"
        )
        let children = nodes.flatMap(\.children)
        for selectors in ["*", "?1 == 1, ?1 == 2", "?!($ == 1 && $ == 2)"] {
            try require("\(path)[\(selectors)]", children, document)
        }
        let elements = nodes.filter(\.isArray).flatMap(\.children)
        try require("\(path)[0:, ?$ == 1 && $ == 2]", elements, document)
        guard let locations = path.locations(in: document, steps: 10 * steps) else { return }
        try Finding.require(locations.map(\.value) == nodes, "the values of \(path) differ from those at its locations")
        for location in locations.prefix(20) { try requirePlace(location, document) }
    }

    /// Checks that a longer path selects exactly the expected values.
    private static func require(_ text: String, _ expected: [JSON], _ document: JSON) throws {
        // A longer path may exceed the length limit.
        guard let found = try? JSON.Path(text).nodes(in: document, steps: 10 * steps) else { return }
        try Finding.require(found == expected, "\(text) selects \(found.count) values and not \(expected.count)")
    }

    /// Checks that a normalized path selects exactly its value and normalizes to itself.
    private static func requirePlace(_ location: JSON.Path.Location, _ document: JSON) throws {
        // Locations in deep documents may exceed the length limit of a path.
        guard location.path.unicodeScalars.count <= 4_096 else { return }
        let path: JSON.Path
        do throws(JSON.Path.Malformed) { path = try JSON.Path(location.path) } catch {
            throw Finding("the normalized path \(location.path) is rejected: \(error)")
        }
        // With repeated member names, a path selects the first, which may lack the child.
        guard let found = path.locations(in: document), found.count <= 1 else {
            throw Finding("\(location.path) selects several values, or exceeds the step limit")
        }
        let names = found.map(\.path)
        try Finding.require(names == [location.path] || names.isEmpty, "\(location.path) normalizes to \(names)")
        guard !hasRepeatedNames(document) else { return }
        try Finding.require(found == [location], "\(location.path) selects another value")
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
