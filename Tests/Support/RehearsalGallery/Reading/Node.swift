package import Rehearsal
import RehearsalContracts

/// A value in a JSON document, with typed accessors that throw on a mismatch.
package struct Node: Sendable {
    package let json: JSON
    /// The path of the value: `$[1].total_price`.
    package let path: String
    /// The defect of the reader; nil for none.
    let defect: Defect?

    /// Parses a body.
    package init(body: [UInt8], defect: Defect?) throws(Unreadable) {
        guard !body.isEmpty else { throw Unreadable(.empty, at: "$") }
        do { json = try JSON(parsing: body) } catch {
            guard defect == .nothingForGarbage else { throw Unreadable(.dataCorrupted, at: "$") }
            json = []
        }
        (path, self.defect) = ("$", defect)
    }

    init(_ json: JSON, at path: String, defect: Defect?) { (self.json, self.path, self.defect) = (json, path, defect) }

    /// Returns the decoded elements of an array.
    package func elements<Element>(_ read: (Node) throws(Unreadable) -> Element) throws(Unreadable) -> [Element] {
        guard case .array(let elements) = json else { throw mismatch }
        var values: [Element] = []
        for (index, element) in elements.enumerated() {
            values.append(try read(Node(element, at: "\(path)[\(index)]", defect: defect)))
        }
        return values
    }

    /// The value of a required member.
    package subscript(name: String) -> Node {
        get throws(Unreadable) {
            guard case .object = json else { throw mismatch }
            guard let value = member(name) else { throw Unreadable(.keyNotFound, at: "\(path).\(name)") }
            let node = Node(value, at: "\(path).\(name)", defect: defect)
            if value == .null { throw Unreadable(.valueNotFound, at: node.path) }
            return node
        }
    }

    /// Returns the decoded value of an optional member; nil if it is missing or null.
    package func ifPresent<Value>(
        _ name: String,
        _ read: (Node) throws(Unreadable) -> Value,
    ) throws(Unreadable) -> Value? {
        guard case .object = json else { throw mismatch }
        guard let value = member(name) else { return nil }
        let node = Node(value, at: "\(path).\(name)", defect: defect)
        if value == .null {
            if defect == .nullIsNoValue { throw Unreadable(.valueNotFound, at: node.path) }
            return nil
        }
        do { return try read(node) } catch {
            if defect == .optionalOfAnyType, error.kind == .typeMismatch { return nil }
            throw error
        }
    }

    /// Returns a member by its name on the wire.
    private func member(_ name: String) -> JSON? {
        // A reader that converts names first does not find a name of the wire.
        if defect == .namesConvertedTwice, name.contains("_") { return nil }
        if defect == .lostAcronyms, name.hasSuffix("_url") { return nil }
        return json[name]
    }

    var mismatch: Unreadable { Unreadable(.typeMismatch, at: path) }
    var corrupted: Unreadable { Unreadable(.dataCorrupted, at: path) }
}
