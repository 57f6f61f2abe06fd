import Rehearsal

/// An index of the operations of a document by base path, path template and method.
///
/// A look-up reads each segment once for each template that still matches, independently of the number of operations.
struct ContractRouter: Sendable {
    private var nodes = [Node()]

    private struct Node: Sendable {
        /// The nodes of the segments without a placeholder, by their decoded text.
        var literals: [String: Int] = [:]
        /// The nodes of the segments with placeholders, those with the most text first.
        var templates: [(template: SegmentTemplate, node: Int)] = []
        var operations: [String: Int] = [:]
        /// The methods in the order of the document.
        var methods: [String] = []
        /// The index of an operation that ends here.
        var anyOperation: Int?
    }

    /// The result of a look-up.
    struct Route {
        /// The operations of the path by method.
        var operations: [String: Int]
        /// The methods in the order of the document.
        var methods: [String]
        /// The values of the placeholders in order, as the client sent them.
        var captures: [String]
    }

    /// Adds an operation. The first of several operations with equal methods and templates is used.
    mutating func add(_ index: Int, method: String, path: String) {
        var node = 0
        for segment in PathTemplate(path).segments {
            node = child(of: node, SegmentTemplate(segment))
        }
        guard nodes[node].operations[method] == nil else { return }
        nodes[node].operations[method] = index
        nodes[node].methods.append(method)
    }

    private mutating func child(of node: Int, _ template: SegmentTemplate) -> Int {
        if let text = template.literal {
            if let child = nodes[node].literals[text] { return child }
            nodes[node].literals[text] = nodes.count
        } else {
            if let found = nodes[node].templates.first(where: { $0.template == template }) { return found.node }
            nodes[node].templates.append((template, nodes.count))
            nodes[node].templates.sort { $0.template.textLength > $1.template.textLength }
        }
        nodes.append(Node())
        return nodes.count - 1
    }

    /// Returns the operations of the path template that matches best; nil if none matches.
    func route(_ path: Substring.UTF8View, method: String) -> Route? {
        guard path.first == UInt8(ascii: "/") else { return nil }
        let segments = path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let texts = segments.map { Array($0) }
        var other: Route?
        var stack = [(node: 0, depth: 0, captures: [String]())]
        while let (node, depth, captures) = stack.popLast() {
            guard depth < texts.count else {
                guard !nodes[node].methods.isEmpty else { continue }
                let route = Route(
                    operations: nodes[node].operations,
                    methods: nodes[node].methods,
                    captures: captures
                )
                // A path without placeholders decides alone (OpenAPI 3.1.1 §4.8.8.2). Of several templates that match,
                // the best one with the method is used.
                if captures.isEmpty || nodes[node].operations[method] != nil { return route }
                if other == nil { other = route }
                continue
            }
            for (template, child) in nodes[node].templates.reversed() {
                guard let found = template.match(texts[depth]) else { continue }
                stack.append((child, depth + 1, captures + found))
            }
            let decoded = String(decoding: PercentEncoding.decoded(texts[depth]), as: UTF8.self)
            if let child = nodes[node].literals[decoded] { stack.append((child, depth + 1, captures)) }
        }
        return other
    }
}

/// A segment of a path template, without the names of its placeholders.
struct SegmentTemplate: Sendable, Hashable {
    private let parts: [Part]

    private enum Part: Sendable, Hashable {
        case text([UInt8])
        case placeholder
    }

    init(_ parts: [PathTemplate.Part]) {
        self.parts = parts.map { part in
            switch part {
            case .text(let text): .text(PercentEncoding.decoded(Array(text.utf8)))
            case .placeholder: .placeholder
            }
        }
    }

    /// The text of a segment without placeholders; nil for any other.
    var literal: String? {
        if parts.isEmpty { return "" }
        guard parts.count == 1, case .text(let text) = parts[0] else { return nil }
        return String(decoding: text, as: UTF8.self)
    }

    var textLength: Int {
        parts.reduce(0) { if case .text(let text) = $1 { $0 + text.count } else { $0 } }
    }

    /// Returns the values of the placeholders, which are not empty; nil if the segment does not match.
    func match(_ segment: [UInt8]) -> [String]? {
        var captures: [String] = []
        var rest = segment[...]
        for (index, part) in parts.enumerated() {
            switch part {
            case .text(let text):
                guard rest.starts(with: text) else { return nil }
                rest = rest.dropFirst(text.count)
            case .placeholder:
                var end = rest.endIndex
                if index + 1 < parts.count, case .text(let text) = parts[index + 1] {
                    let isLast = index + 2 == parts.count
                    guard let found = Self.position(of: text, in: rest.dropFirst(), atEnd: isLast) else { return nil }
                    end = found
                }
                guard rest.startIndex < end else { return nil }
                captures.append(String(decoding: rest[..<end], as: UTF8.self))
                rest = rest[end...]
            }
        }
        return rest.isEmpty ? captures : nil
    }

    private static func position(of text: [UInt8], in bytes: ArraySlice<UInt8>, atEnd: Bool) -> Int? {
        guard bytes.count >= text.count else { return nil }
        if atEnd { return bytes.suffix(text.count).elementsEqual(text) ? bytes.endIndex - text.count : nil }
        return (bytes.startIndex...(bytes.endIndex - text.count)).first { bytes[$0...].starts(with: text) }
    }
}
