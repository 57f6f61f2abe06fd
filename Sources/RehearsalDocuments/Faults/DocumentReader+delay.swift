import Rehearsal

extension DocumentReader {
    /// A duration, always that long, or `{ "uniform": … }` or `{ "lognormal": … }`, drawn anew each time.
    mutating func delay(_ node: JSONDocument.Node, in what: String) -> Fault.Delay? {
        guard node.kind == .object else {
            return duration(node, in: what, hint: #"write "300ms", or { "uniform": ["100ms", "300ms"] }"#)
                .map { .fixed($0) }
        }
        guard let fields = fields(of: node, .delay) else { return nil }
        let given = fields.members(KnownKeys.delay.names)
        guard let member = given.first, given.count == 1 else {
            if given.isEmpty, node.members.contains(where: { _ in true }) { return nil }
            let message = given.isEmpty ? "\(what) says no time" : "\(what) is uniform or lognormal, not both"
            let hint = #"write { "uniform": ["100ms", "300ms"] }"#
            report(.badValue, at: given.dropFirst().first?.nameRange ?? node.range, message, hint: hint, see: "delay")
            return nil
        }
        return member.name == "uniform" ? uniform(member.value) : logNormal(member.value)
    }

    private mutating func uniform(_ node: JSONDocument.Node) -> Fault.Delay? {
        guard expect(node, .array, in: "\"uniform\"") else { return nil }
        let hint = #"write ["100ms", "300ms"]"#
        let ends = Array(node.elements)
        guard ends.count == 2 else {
            let message = "\"uniform\" is the least and the most, found \(ends.count) of them"
            report(.badValue, at: node.range, message, hint: hint, see: "delay")
            return nil
        }
        guard let least = duration(ends[0], in: "the least"), let most = duration(ends[1], in: "the most") else {
            return nil
        }
        guard least <= most else {
            let message = "the least of \"uniform\" is \(least.shown), which is more than the most, \(most.shown)"
            report(.badValue, at: node.range, message, hint: hint, see: "delay")
            return nil
        }
        return .uniform(least, most)
    }

    private mutating func logNormal(_ node: JSONDocument.Node) -> Fault.Delay? {
        let hint = #"write { "median": "80ms", "p99": "900ms" }"#
        guard let fields = fields(of: node, .logNormal) else { return nil }
        for name in KnownKeys.logNormal.names where fields[name] == nil {
            let message = "\"lognormal\" needs \(name.quoted)"
            report(.missingKey, at: node.range.prefix(1), message, hint: hint, see: "delay")
            return nil
        }
        let median = duration(fields["median"], in: "\"median\"")
        let p99 = duration(fields["p99"], in: "\"p99\"")
        guard let median, let p99 else { return nil }
        guard median > .zero, median <= p99 else {
            let message =
                median > .zero
                ? "\"p99\" is \(p99.shown), which is less than the median, \(median.shown)"
                : "\"median\" is more than 0"
            report(.badValue, at: node.range, message, hint: hint, see: "delay")
            return nil
        }
        return .logNormal(median: median, p99: p99)
    }

    /// The fastest rate that is told from no rate at all: 1 TB a second.
    static let fastest = 1_000_000_000_000

    /// `20KB/s`: a number and its unit, in bytes a second.
    mutating func rate(_ node: JSONDocument.Node?, in what: String) -> Int? {
        guard let node else { return nil }
        let hint = #"write "20KB/s"; B, KB (1,000 bytes) or MB a second"#
        guard node.kind == .string, let text = node.string else {
            wrongType(node, expected: "a rate", in: what, hint: hint)
            return nil
        }
        if let rate = Self.rate(text) { return rate }
        report(
            .badValue,
            at: node.range,
            "\(text.quoted) is no rate of 1 B/s or more for \(what)",
            hint: hint,
            see: "delay"
        )
        return nil
    }

    static func rate(_ text: String) -> Int? {
        guard let bytes = Quantity.value(text, units: ["B/s": 1, "KB/s": 1e3, "MB/s": 1e6]),
            1...Double(fastest) ~= bytes
        else { return nil }
        return Int(bytes.rounded())
    }
}
