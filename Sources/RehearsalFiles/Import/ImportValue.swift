import Rehearsal

/// A value of an imported file and the way to it, as notes name it: `mappings[0].request.url`.
struct ImportValue {
    let node: JSONDocument.Node
    let path: String

    /// The elements of an array.
    var elements: [ImportValue] {
        node.elements.enumerated().map { ImportValue(node: $0.element, path: "\(path)[\($0.offset)]") }
    }

    /// The members of an object whose names are the writer's own.
    var members: [(name: String, value: ImportValue)] {
        node.members.map { ($0.name, ImportValue(node: $0.value, path: Self.path(path, $0.name))) }
    }

    /// A string, number or truth value as text; nil for anything else.
    var scalar: String? { node.string ?? node.numberText ?? node.bool.map { $0 ? "true" : "false" } }

    static func path(_ path: String, _ name: String) -> String {
        let isPlain =
            !name.isEmpty
            && name.utf8.allSatisfy { $0.isAlphanumeric(or: "_-$") }
        if !isPlain { return "\(path)[\(String(name.prefix(60)).quoted)]" }
        return path.isEmpty ? name : "\(path).\(name)"
    }
}

/// An object whose members are asked for by name, and that knows which of them nobody asked for.
///
/// A class, because what is asked for in one function is known in the next; it never leaves the reading of one file.
final class ImportObject {
    let value: ImportValue
    private var asked: Set<String> = []

    init(_ value: ImportValue) { self.value = value }

    /// A member; nil if it is missing or null, as some tools write for what they have not.
    subscript(name: String) -> ImportValue? {
        asked.insert(name)
        guard let node = value.node[name], node.kind != .null else { return nil }
        return ImportValue(node: node, path: ImportValue.path(value.path, name))
    }

    /// Members that mean nothing to whoever sends a request: how the tool itself keeps its files.
    func ignore(_ names: String...) { asked.formUnion(names) }

    /// The members that nobody has asked for.
    var rest: [ImportValue] {
        value.members.filter { !asked.contains($0.name) }.map(\.value)
    }
}
