@testable import Rehearsal
@testable import RehearsalDocuments

extension DocumentGenerator {
    /// Returns the document with one change at a random place.
    mutating func mutated(_ document: JSON) -> JSON {
        var left = Int(bits() % UInt64(document.size))
        return mutated(document, &left)
    }

    private mutating func mutated(_ value: JSON, _ left: inout Int) -> JSON {
        if left == 0 {
            left = -1
            return changed(value)
        }
        left -= 1
        switch value {
        case .array(let elements):
            var result: [JSON] = []
            for element in elements { result.append(left >= 0 ? mutated(element, &left) : element) }
            return .array(result)
        case .object(let members):
            var result: [JSON.Member] = []
            for member in members {
                result.append(left >= 0 ? JSON.Member(member.name, mutated(member.value, &left)) : member)
            }
            return .object(result)
        default: return value
        }
    }

    private mutating func changed(_ value: JSON) -> JSON {
        if chance(3) { return junk() }
        switch value {
        case .object(let members): return .object(changed(members))
        case .array(let elements):
            if elements.isEmpty { return [junk()] }
            return chance(2) ? .array(Array(elements.dropLast())) : .array(elements + [junk()])
        case .string(let text):
            if text.isEmpty || chance(3) { return .string(text + pick(["x", " ", "/", "{", "\n", "%", "s"])) }
            var letters = Array(text)
            letters.remove(at: Int(bits() % UInt64(letters.count)))
            return .string(String(letters))
        case .number(let number): return chance(2) ? .string(number.text) : .number(.init(text: "-9"))
        case .bool(let isTrue): return .string(isTrue ? "true" : "false")
        case .null: return junk()
        }
    }

    private mutating func changed(_ members: [JSON.Member]) -> [JSON.Member] {
        var members = members
        let known = ScenarioFormat.all.flatMap(\.names) + ["nonsense", "repliess"]
        let name = pick(known)
        if members.isEmpty || chance(2) {
            if !members.contains(where: { $0.name == name }) { members.append(JSON.Member(name, junk())) }
        } else if chance(2) {
            members.remove(at: Int(bits() % UInt64(members.count)))
        } else if !members.contains(where: { $0.name == name }) {
            members[Int(bits() % UInt64(members.count))].name = name
        }
        return members
    }
}

extension JSON {
    /// The number of values in the document, including itself.
    fileprivate var size: Int {
        switch self {
        case .array(let elements): elements.reduce(1) { $0 + $1.size }
        case .object(let members): members.reduce(1) { $0 + $1.value.size }
        default: 1
        }
    }
}
