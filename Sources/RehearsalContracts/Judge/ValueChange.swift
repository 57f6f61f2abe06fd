package import Rehearsal

/// A difference between two JSON values, at one path.
package struct ValueChange: Sendable, Hashable, CustomStringConvertible {
    /// The path: `$[1].totalPrice`.
    package var path: String
    /// The value at the path in the first document; null if it has none.
    package var old: JSON
    /// The value at the path in the second document; null if it has none.
    package var new: JSON

    package init(path: String, old: JSON, new: JSON) { (self.path, self.old, self.new) = (path, old, new) }

    /// Returns every difference between two values. Arrays of different lengths are one difference.
    package static func between(_ old: JSON, _ new: JSON) -> [ValueChange] {
        var changes: [ValueChange] = []
        var rest = [ValueChange(path: "$", old: old, new: new)]
        while let pair = rest.popLast() {
            // This comparison is fast, and most elements of a long array are equal.
            if pair.old == pair.new { continue }
            if let below = pair.below {
                rest += below.reversed()
            } else if !pair.old.isEquivalent(to: pair.new) {
                changes.append(pair)
            }
        }
        return changes
    }

    /// Returns every scalar value of a document with its path.
    package static func leaves(of value: JSON) -> [(path: String, value: JSON)] {
        var leaves: [(path: String, value: JSON)] = []
        var rest = [(path: "$", value: value)]
        while let (path, value) = rest.popLast() {
            switch value {
            case .object(let members): rest += members.reversed().map { (path + "." + $0.name, $0.value) }
            case .array(let elements): rest += elements.enumerated().reversed().map { ("\(path)[\($0)]", $1) }
            default: leaves.append((path, value))
            }
        }
        return leaves
    }

    /// The members or elements of both values in pairs; nil unless both are objects, or arrays of the same length.
    private var below: [ValueChange]? {
        switch (old, new) {
        case (.array(let old), .array(let new)) where old.count == new.count:
            return zip(old, new).enumerated().map { ValueChange(path: "\(path)[\($0)]", old: $1.0, new: $1.1) }
        case (.object(let old), .object(let new)):
            let names = old.map(\.name) + new.map(\.name).filter { name in !old.contains { $0.name == name } }
            return names.map { name in
                ValueChange(path: "\(path).\(name)", old: self.old[name] ?? .null, new: self.new[name] ?? .null)
            }
        default: return nil
        }
    }

    package var description: String { "\(path): \(old.brief) became \(new.brief)" }
}

extension JSON {
    /// The JSON text of the value, truncated to 60 characters, for findings.
    package var brief: String {
        let text = String(decoding: bytes(), as: UTF8.self)
        return text.count > 60 ? "\(text.prefix(59))…" : text
    }
}
