/// An endpoint that nearly matched a request, and its differences from the request.
package struct NearMiss: Sendable {
    /// The rank of the endpoint: its index in the order of precedence.
    package let endpoint: Int
    /// The method and path of the endpoint: `get /users/{id}`.
    package let label: String
    /// The differences from the request, each as a message.
    package let differences: [String]
    /// The distance from the request, which is smaller for a nearer endpoint.
    let distance: Int
}

extension NearMiss: CustomStringConvertible {
    package var description: String {
        differences.isEmpty ? label : "\(label) (\(differences.joined(separator: "; ")))"
    }
}

/// The endpoints nearest to a request without a match, nearest first, with the texts of their differences.
///
/// A value keeps its memory between requests. The texts are UTF-8.
package struct NearMissReport: Sendable {
    /// An endpoint, and the range in `ends` of its differences.
    struct Item: Sendable {
        let endpoint: Int
        let distance: Int
        var differences: Range<Int>
    }

    var search = NearestPathSearch()
    /// The nearest endpoints so far, nearest first.
    private(set) var candidates: [CompiledScenario.Difference] = []
    private(set) var items: [Item] = []
    /// The texts of all differences, one after the other, and the end of each.
    private var text: [UInt8] = []
    private var ends: [Int] = []

    /// Creates a report without endpoints.
    package init() {}

    /// The number of endpoints.
    package var count: Int { items.count }

    mutating func clear() {
        items.removeAll(keepingCapacity: true)
        text.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        candidates.removeAll(keepingCapacity: true)
    }

    /// Inserts a candidate, and removes the farthest if there are more than a number.
    mutating func insert(_ difference: CompiledScenario.Difference, most: Int) {
        var index = candidates.count
        while index > 0, difference.precedes(candidates[index - 1]) { index -= 1 }
        guard index < most else { return }
        candidates.insert(difference, at: index)
        if candidates.count > most { candidates.removeLast() }
    }

    mutating func begin(_ endpoint: Int, distance: Int) {
        items.append(Item(endpoint: endpoint, distance: distance, differences: ends.count..<ends.count))
    }

    mutating func append(_ part: String) { text.append(contentsOf: part.utf8) }
    mutating func append(_ part: [UInt8]) { text.append(contentsOf: part) }

    /// Ends the text of a difference.
    mutating func endDifference() {
        ends.append(text.count)
        guard let last = items.indices.last else { return }
        items[last].differences = items[last].differences.lowerBound..<ends.count
    }

    /// Returns the texts of the differences of an item.
    func differences(of item: Item) -> [String] {
        item.differences.map { String(decoding: text[range($0)], as: UTF8.self) }
    }

    private func range(_ difference: Int) -> Range<Int> {
        (difference == 0 ? 0 : ends[difference - 1])..<ends[difference]
    }
}

extension NearMissReport {
    /// Calls a closure with the method and path of an endpoint of this report.
    package func withLabel<Result>(
        _ index: Int,
        of compiledScenario: CompiledScenario,
        _ body: (UnsafeBufferPointer<UInt8>) -> Result,
    ) -> Result {
        var label = compiledScenario.endpoints[items[index].endpoint].displayName
        return label.withUTF8(body)
    }

    /// The differences of an endpoint of this report, as arguments of ``withDifference(_:_:)``.
    package func differences(_ index: Int) -> Range<Int> { items[index].differences }

    /// Calls a closure with the text of a difference.
    package func withDifference<Result>(
        _ difference: Int,
        _ body: (UnsafeBufferPointer<UInt8>) -> Result,
    ) -> Result {
        let range = range(difference)
        return text.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range])) }
    }
}
