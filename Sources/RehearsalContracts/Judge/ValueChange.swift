package import Rehearsal

/// A place at which one value differs from another.
package struct ValueChange: Sendable, Hashable, CustomStringConvertible {
    /// `$[1].totalPrice`.
    package var path: String
    /// What stands there in the one.
    package var old: JSON
    /// What stands there in the other; null too where there is nothing.
    package var new: JSON

    package init(path: String, old: JSON, new: JSON) { (self.path, self.old, self.new) = (path, old, new) }

    /// Where a value differs from what was expected; a list of another length differs as a whole.
    package static func between(_ old: JSON, _ new: JSON) -> [ValueChange] {
        var changes: [ValueChange] = []
        var rest = [ValueChange(path: "$", old: old, new: new)]
        while let pair = rest.popLast() {
            // Most of a long list is as it was.
            if pair.old == pair.new { continue }
            if let below = pair.below {
                rest += below.reversed()
            } else if !pair.old.isEquivalent(to: pair.new) {
                changes.append(pair)
            }
        }
        return changes
    }

    /// Every value of a document that holds no others, and where it stands.
    package static func leaves(of value: JSON) -> [(path: String, value: JSON)] {
        var leaves: [(path: String, value: JSON)] = []
        var rest = [(path: "$", value: value)]
        while let (path, value) = rest.popLast() {
            switch value {
            case .object(let members): rest += members.map { ("\(path).\($0.name)", $0.value) }.reversed()
            case .array(let elements): rest += elements.enumerated().map { ("\(path)[\($0)]", $1) }.reversed()
            default: leaves.append((path, value))
            }
        }
        return leaves
    }

    /// What both hold, pair by pair; nil if they are not both lists of one length, or both objects.
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
    /// In a few characters, as findings show it.
    package var brief: String {
        let text = String(decoding: bytes(), as: UTF8.self)
        return text.count > 60 ? "\(text.prefix(59))…" : text
    }
}
