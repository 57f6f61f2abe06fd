import RehearsalJSON

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
/// A report keeps its memory between requests, and only one task may use it. The texts are UTF-8.
package final class NearMissReport {
    /// An endpoint, and the range in `ends` of its differences.
    struct Item: Sendable {
        let endpoint: Int
        let distance: Int
        var differences: Range<Int>
    }

    @exclusivity(unchecked) var search = NearestPathSearch()
    /// The nearest endpoints so far, nearest first.
    @exclusivity(unchecked) private(set) var candidates: [CompiledScenario.Difference] = []
    @exclusivity(unchecked) private(set) var items: [Item] = []
    /// The texts of all differences, one after the other, and the end of each.
    private let text = ByteWriter()
    @exclusivity(unchecked) private var ends: [Int] = []

    /// Creates a report without endpoints.
    package init() {}

    /// The number of endpoints.
    package var count: Int { items.count }

    func clear() {
        items.removeAll(keepingCapacity: true)
        text.clear()
        ends.removeAll(keepingCapacity: true)
        candidates.removeAll(keepingCapacity: true)
    }

    /// Returns whether an endpoint can be one of a number of nearest endpoints.
    ///
    /// - Parameter distance: the distance of the endpoint without that of its condition.
    @inline(__always)
    func accepts(_ endpoint: Int, at distance: Int, most: Int) -> Bool {
        guard candidates.count == most, let last = candidates.last else { return true }
        return distance == last.total ? endpoint < last.endpoint : distance < last.total
    }

    /// Inserts a candidate, and removes the farthest if there are more than a number.
    func insert(_ difference: CompiledScenario.Difference, most: Int) {
        var index = candidates.count
        while index > 0, difference.precedes(candidates[index - 1]) { index -= 1 }
        guard index < most else { return }
        if candidates.count == most { candidates.removeLast() }
        candidates.insert(difference, at: index)
    }

    func begin(_ endpoint: Int, distance: Int) {
        items.append(Item(endpoint: endpoint, distance: distance, differences: ends.count..<ends.count))
    }

    func append(_ part: StaticString) { text.append(part) }
    func append(_ part: UnsafeBufferPointer<UInt8>) { text.append(part) }
    func append(_ part: [UInt8]) { part.withUnsafeBufferPointer(text.append) }
    func append(text part: String) { append(Array(part.utf8)) }

    /// Ends the text of a difference.
    func endDifference() {
        ends.append(text.count)
        guard let last = items.indices.last else { return }
        items[last].differences = items[last].differences.lowerBound..<ends.count
    }

    /// Returns the texts of the differences of an item.
    func differences(of item: Item) -> [String] {
        item.differences.map { difference in
            String(decoding: UnsafeRawBufferPointer(rebasing: text.bytes[range(difference)]), as: UTF8.self)
        }
    }

    private func range(_ difference: Int) -> Range<Int> {
        (difference == 0 ? 0 : ends[difference - 1])..<ends[difference]
    }
}

extension NearMissReport {
    /// Calls a closure with the method and path of an endpoint of this report, and whether a JSON string can contain
    /// the text as it is.
    @inline(__always)
    package func withLabel(
        _ index: Int,
        of compiledScenario: CompiledScenario,
        _ body: (UnsafeBufferPointer<UInt8>, _ isPlain: Bool) -> Void,
    ) {
        compiledScenario.labels.withLabel(items[index].endpoint, body)
    }

    /// The differences of an endpoint of this report, as arguments of ``withDifference(_:_:)``.
    package func differences(_ index: Int) -> Range<Int> { items[index].differences }

    /// Calls a closure with the text of a difference.
    @inline(__always)
    package func withDifference(_ difference: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        text.withBytes(in: range(difference), body)
    }
}

/// The methods and paths of the endpoints for display, such as `get /users/{id}`, one after the other as UTF-8.
///
/// The display names of the endpoints are strings, which a report would retain and copy.
struct EndpointLabels: Sendable {
    private struct Label: Sendable {
        let start: Int32
        /// The offset of the path.
        let path: Int32
        let end: Int32
        /// Whether a JSON string can contain the text as it is.
        let isPlain: Bool
    }

    private var text: [UInt8] = []
    private var labels: [Label] = []

    init(_ endpoints: [CompiledEndpoint]) {
        labels.reserveCapacity(endpoints.count)
        for endpoint in endpoints {
            let start = text.count
            text += endpoint.displayName.utf8
            let path = text.count - endpoint.path.utf8.count
            let isPlain = text[start...].allSatisfy { byte in
                (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
            }
            labels.append(
                Label(start: Int32(start), path: Int32(path), end: Int32(text.count), isPlain: isPlain)
            )
        }
    }

    /// Calls a closure with the method and path of an endpoint, and whether a JSON string can contain them as they are.
    @inline(__always)
    func withLabel(_ endpoint: Int, _ body: (UnsafeBufferPointer<UInt8>, _ isPlain: Bool) -> Void) {
        let label = labels[endpoint]
        withText(label.start, label.end) { body($0, label.isPlain) }
    }

    /// Calls a closure with the path of an endpoint.
    @inline(__always)
    func withPath(_ endpoint: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        let label = labels[endpoint]
        withText(label.path, label.end, body)
    }

    @inline(__always)
    private func withText(_ start: Int32, _ end: Int32, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        text.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[Int(start)..<Int(end)])) }
    }
}
