@testable import Rehearsal

/// A value and its normalized path.
struct OracleNode {
    var path: String
    var value: JSON

    var children: [OracleNode] {
        switch value {
        case .array(let elements):
            elements.enumerated().map { OracleNode(path: "\(path)[\($0.offset)]", value: $0.element) }
        case .object(let members): members.map { OracleNode(path: "\(path)['\($0.name)']", value: $0.value) }
        default: []
        }
    }

    /// The node itself and all nodes below it, in preorder.
    var descendants: [OracleNode] { [self] + children.flatMap(\.descendants) }
}

/// One segment of a path, with its notation and its definition by the RFC: from a list of nodes to a list of nodes.
struct OracleSegment {
    var isDescendant: Bool
    var selectors: [OracleSelector]

    var written: String { (isDescendant ? ".." : "") + "[" + selectors.map(\.written).joined(separator: ", ") + "]" }

    func nodes(from nodes: [OracleNode]) -> [OracleNode] {
        nodes.flatMap { isDescendant ? $0.descendants : [$0] }.flatMap { node in selectors.flatMap { $0.choose(node) } }
    }

    static func random(_ source: inout some RandomNumberGenerator) -> OracleSegment {
        let count = [1, 1, 1, 2, 3].randomElement(using: &source) ?? 1
        return OracleSegment(
            isDescendant: Int.random(in: 0..<4, using: &source) == 0,
            selectors: (0..<count).map { _ in .random(&source) },
        )
    }
}

/// A selector among the children of a node, with its notation and its effect.
struct OracleSelector: Sendable {
    var written: String
    var choose: @Sendable (OracleNode) -> [OracleNode]

    static func random(_ source: inout some RandomNumberGenerator) -> OracleSelector {
        switch Int.random(in: 0..<6, using: &source) {
        case 0: OracleSelector(written: "*") { $0.children }
        case 1: .name(["a", "b", "c"].randomElement(using: &source) ?? "a")
        case 2: .index(Int.random(in: -3...3, using: &source))
        case 3: .slice(bound(&source), bound(&source), bound(&source))
        default: filters[Int.random(in: 0..<filters.count, using: &source)]
        }
    }

    private static func bound(_ source: inout some RandomNumberGenerator) -> Int? {
        [nil, -5, -2, -1, 0, 1, 2, 5].randomElement(using: &source) ?? nil
    }

    static func name(_ name: String) -> OracleSelector {
        OracleSelector(written: "'\(name)'") { node in
            node.children.filter { $0.path == "\(node.path)['\(name)']" }.prefix(1).map(\.self)
        }
    }

    static func index(_ index: Int) -> OracleSelector {
        OracleSelector(written: "\(index)") { node in
            guard case .array(let elements) = node.value else { return [] }
            let place = index < 0 ? elements.count + index : index
            return elements.indices.contains(place) ? [node.children[place]] : []
        }
    }

    /// The loop of RFC 9535 §2.3.4.2.2.
    static func slice(_ start: Int?, _ end: Int?, _ step: Int?) -> OracleSelector {
        let written = [start, end, step].map { $0.map(String.init) ?? "" }.joined(separator: ":")
        let step = step ?? 1
        return OracleSelector(written: written) { node in
            guard case .array(let elements) = node.value, step != 0 else { return [] }
            let count = elements.count
            func normalized(_ bound: Int) -> Int { bound >= 0 ? bound : count + bound }
            let first = normalized(start ?? (step > 0 ? 0 : count - 1))
            let last = normalized(end ?? (step > 0 ? count : -count - 1))
            let places =
                step > 0
                ? stride(from: min(max(first, 0), count), to: min(max(last, 0), count), by: step)
                : stride(from: min(max(first, -1), count - 1), to: min(max(last, -1), count - 1), by: step)
            return places.map { node.children[$0] }
        }
    }

    static let filters: [OracleSelector] = [
        filter("@.a") { !name("a").choose($0).isEmpty },
        filter("!@[0]") { index(0).choose($0).isEmpty },
        filter("@..*") { !$0.children.isEmpty },
        filter("count(@..*) > 2") { $0.descendants.count > 3 },
        filter("@ == 1 || @.b == 1") { $0.value == 1 || name("b").choose($0).first?.value == 1 },
        filter("@ != null && @ <= 'b'") { ["", "a", "b"].contains($0.value) },
        filter("length(@) >= 2") { $0.children.count >= 2 },
        filter("@[?@ == 0]") { $0.children.contains { $0.value == 0 } },
        filter("value(@.*) == @[0]") { node in
            let only = node.children.count == 1 ? node.children.first?.value : nil
            return only == index(0).choose(node).first?.value
        },
    ]

    private static func filter(_ condition: String, _ holds: @escaping @Sendable (OracleNode) -> Bool) -> OracleSelector
    {
        OracleSelector(written: "?" + condition) { $0.children.filter(holds) }
    }
}
