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
    package init(body: [UInt8], defect: Defect?) throws(DecodingFailure) {
        json = try Self.document(in: body, defect: defect)
        (path, self.defect) = ("$", defect)
    }

    init(_ json: JSON, at path: String, defect: Defect?) { (self.json, self.path, self.defect) = (json, path, defect) }

    /// Returns the decoded elements of an array.
    package func elements<Element>(_ read: (Node) throws(DecodingFailure) -> Element) throws(DecodingFailure)
        -> [Element]
    {
        guard case .array(let elements) = json else {
            if defect == .mismatchAsEmptyList { return [] }
            throw mismatch
        }
        var values: [Element] = []
        for (index, element) in elements.enumerated() {
            values.append(try read(Node(element, at: "\(path)[\(index)]", defect: defect)))
        }
        return values
    }

    /// The value of a required member.
    package subscript(name: String) -> Node {
        get throws(DecodingFailure) {
            guard case .object = json else { throw mismatch }
            guard let value = member(name) else { throw DecodingFailure(.keyNotFound, at: "\(path).\(name)") }
            let node = Node(value, at: "\(path).\(name)", defect: defect)
            if value == .null { throw DecodingFailure(.valueNotFound, at: node.path) }
            return node
        }
    }

    /// Returns the decoded value of an optional member; nil if it is missing or null.
    package func ifPresent<Value>(
        _ name: String,
        _ read: (Node) throws(DecodingFailure) -> Value,
    ) throws(DecodingFailure) -> Value? {
        guard case .object = json else { throw mismatch }
        guard let value = member(name) else { return nil }
        let node = Node(value, at: "\(path).\(name)", defect: defect)
        if value == .null {
            if defect == .rejectsNull { throw DecodingFailure(.valueNotFound, at: node.path) }
            return nil
        }
        do { return try read(node) } catch {
            if defect == .optionalOfAnyType, error.kind == .typeMismatch { return nil }
            throw error
        }
    }

    /// Returns a member by its name on the wire.
    private func member(_ name: String) -> JSON? {
        // A reader that first converts names to camel case does not find a name with an underscore.
        if defect == .namesConvertedTwice, name.contains("_") { return nil }
        if defect == .lostAcronyms, name.hasSuffix("_url") { return nil }
        return json[name]
    }

    var mismatch: DecodingFailure { DecodingFailure(.typeMismatch, at: path) }
    var corrupted: DecodingFailure { DecodingFailure(.dataCorrupted, at: path) }
}
