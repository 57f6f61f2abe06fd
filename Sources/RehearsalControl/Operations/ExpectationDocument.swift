import Rehearsal
import RehearsalDocuments

extension Scenario.Expectation {
    /// The expectation as a value of `expect` in a scenario document; nil if the format cannot express it.
    var document: JSON? {
        switch subject {
        case .requests(let query, let requirements):
            guard let target = query.members else { return nil }
            return .object(target + requirements.members)
        case .inOrder(let queries):
            // An item of the list has no conditions.
            guard queries.allSatisfy({ $0.condition == nil }) else { return nil }
            return ["inOrder": .texts(queries.map { "\($0.methodKey ?? $0.method.rawValue) \($0.path.text)" })]
        case .unexpected(let count): return ["unexpected": count.document]
        }
    }
}

extension Journal.Query {
    /// The key of the method in a document; nil for a method without a key of its own.
    fileprivate var methodKey: String? {
        if method == .any { return "any" }
        let name = method.rawValue.lowercased()
        let hasKey = TargetFormat.keys.contains(name) && name != "method" && method.rawValue == name.uppercased()
        return hasKey ? name : nil
    }

    /// The members of the method, the path and the conditions; nil if a document cannot express the conditions.
    fileprivate var members: [JSON.Member]? {
        var members = [JSON.Member(methodKey ?? "path", .string(path.text))]
        if methodKey == nil { members.insert(JSON.Member("method", .string(method.rawValue)), at: 0) }
        guard let condition else { return members }
        return condition.document.map { members + [JSON.Member("where", $0)] }
    }
}

extension Scenario.Expectation.Requirements {
    fileprivate var members: [JSON.Member] {
        var members: [JSON.Member] = []
        if let count { members.append(JSON.Member("count", count.document)) }
        if let attempts { members.append(JSON.Member("attempts", attempts.document)) }
        if !gaps.isEmpty { members.append(JSON.Member("gaps", .array(gaps.map(\.document)))) }
        if !same.isEmpty { members.append(JSON.Member("same", .texts(same.map(\.description)))) }
        if let within { members.append(JSON.Member("within", .string(within.scenarioText))) }
        if let endedBy { members.append(JSON.Member("endedBy", .string(endedBy.rawValue))) }
        return members
    }
}

extension Scenario.Expectation.Count {
    fileprivate var document: JSON {
        if min == max { return .integer(min) }
        guard let max else { return ["min": .integer(min)] }
        return ["min": .integer(min), "max": .integer(max)]
    }
}

extension Scenario.Expectation.Gap {
    fileprivate var document: JSON {
        let bounds = [("atLeast", atLeast), ("atMost", atMost)]
        return .object(bounds.compactMap { name, value in value.map { JSON.Member(name, .string($0.scenarioText)) } })
    }
}
