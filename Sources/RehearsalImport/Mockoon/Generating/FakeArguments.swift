import Rehearsal

/// The arguments of a call of Faker: values in order, and named options.
struct FakeArguments {
    private let values: [JSON]
    private let options: [JSON.Member]

    /// An argument that is an object, also as a text, holds options.
    init(_ values: [JSON], _ options: [JSON.Member]) {
        let opened = values.map { value -> JSON in
            guard case .string(let text) = value, text.hasPrefix("{"), let json = JSONText.value(text) else {
                return value
            }
            return json
        }
        var named = options
        for case .object(let members) in opened { named += members }
        self.options = named
        self.values = opened.filter { if case .object = $0 { false } else { true } }
    }

    /// An option; nil if it is missing.
    subscript(name: String) -> JSON? { options.first { $0.name == name }?.value }

    /// The first argument in order; nil if there is none.
    var first: JSON? { values.first }

    func text(_ name: String, at index: Int? = nil) -> String? {
        if case .string(let text)? = json(name, index) { text } else { nil }
    }

    func number(_ name: String, at index: Int? = nil) -> Double? {
        switch json(name, index) {
        case .number(let number): Double(number.text)
        case .string(let text): Double(text)
        default: nil
        }
    }

    func int(_ name: String, at index: Int? = nil) -> Int? {
        number(name, at: index).flatMap { abs($0) < 1e15 ? Int($0) : nil }
    }

    /// A count, at most ten thousand; bounds are drawn from.
    func count(_ name: String, _ standard: Int, _ fake: inout FakeData) -> Int {
        if case .object(let members)? = self[name] {
            let bounds = FakeArguments([], members)
            let least = Int(clamping: bounds.int("min") ?? 0, to: 0...10_000)
            return fake.int(least...max(least, Int(clamping: bounds.int("max") ?? least, to: 0...10_000)))
        }
        return Int(clamping: int(name, at: 0) ?? standard, to: 0...10_000)
    }

    private func json(_ name: String, _ index: Int?) -> JSON? {
        if let value = self[name] { return value }
        return index.flatMap { values.indices.contains($0) ? values[$0] : nil }
    }
}
