import Rehearsal
import RehearsalDocuments

extension FuzzTarget {
    /// The YAML reader, and the JSON parser for inputs that are valid JSON.
    static let yaml = FuzzTarget("yaml") { bytes in
        let source = SourceText(path: "fuzz.yaml", bytes: bytes)
        var diagnostics: [Diagnostic] = []
        let document = source.yamlDocument(diagnostics: &diagnostics)
        try Finding.require((document == nil) == diagnostics.hasErrors, "a document is accepted with errors")
        try diagnostics.requirePlaces(in: bytes)
        try YAMLReading.requireSubset(bytes, document)
        // The time of the checks below must be linear in the length of the input.
        var limits = YAMLLimits()
        (limits.repeatedNodes, limits.repeatedBytes) = (1_000, 10_000)
        guard document != nil, let document = try? JSONDocument(yaml: bytes, limits: limits) else { return }
        try YAMLReading.requirePlaces(in: document)
        let value = document.root.value
        try Finding.require(value.isWithin(depth: JSONDocument.depthLimit), "a value is nested too deeply")
        try Finding.require(value.isEquivalent(to: value), "a value is not equivalent to itself")
        let written = value.bytes()
        let (again, yaml): (JSON, JSON)
        do throws(JSONSyntaxError) {
            again = try JSON(parsing: written)
            yaml = try JSONDocument(yaml: written).root.value
        } catch {
            throw Finding("the serialized value is rejected: \(error)")
        }
        try Finding.require(again == value, "the serialized value parses to another value as JSON")
        try Finding.require(yaml == value, "the serialized value parses to another value as YAML")
    }
}

private enum YAMLReading {
    /// Checks that a JSON document has the same value in YAML, unless it repeats a name.
    static func requireSubset(_ bytes: [UInt8], _ document: JSONDocument?) throws {
        guard let json = try? JSONDocument(parsing: bytes), !repeatsName(json) else { return }
        guard let document else { throw Finding("YAML rejects a JSON document") }
        try Finding.require(document.root.value == json.root.value, "JSON and YAML differ in the value")
        try Finding.require(document.root.range == json.root.range, "JSON and YAML differ in the position")
    }

    /// Checks that each name and value has a range in the document, and that no name is repeated.
    static func requirePlaces(in document: JSONDocument) throws {
        try Finding.require(!repeatsName(document), "a name is repeated")
        var rest = [document.root]
        while let node = rest.popLast() {
            try requireRange(node.range, in: document)
            for member in node.members {
                try requireRange(member.nameRange, in: document)
                let isInOrder = member.nameRange.lowerBound <= member.value.range.upperBound
                try Finding.require(isInOrder, "a value ends before its name")
            }
            rest += node.members.map(\.value)
            rest += node.elements
            for range in node.ranges(ofCharacters: [0..<1, 2..<3]) ?? [] { try requireRange(range, in: document) }
        }
    }

    private static func requireRange(_ range: Range<Int>, in document: JSONDocument) throws {
        try Finding.require(range.upperBound <= document.bytes.count, "a range ends after the document")
    }

    private static func repeatsName(_ document: JSONDocument) -> Bool {
        var rest = [document.root]
        while let node = rest.popLast() {
            let names = node.members.map { Array($0.name.utf8) }
            if Set(names).count < names.count { return true }
            rest += node.members.map(\.value)
            rest += node.elements
        }
        return false
    }
}
