import Rehearsal

/// A delay for all requests whose host and path a pattern is found in.
struct HoverflyDelay {
    let delay: Fault.Delay
    private let pattern: Scenario.Pattern?
    private let method: String

    /// Nil, and said, if its pattern cannot be said.
    init?(_ value: ImportValue, _ reader: inout ImportReader) {
        guard let object = reader.object(value) else { return nil }
        let text = reader.string(object["urlPattern"]) ?? ""
        method = (reader.string(object["httpMethod"]) ?? "").uppercased()
        if object["delay"] != nil {
            delay = .fixed(reader.milliseconds(object["delay"]) ?? .zero)
        } else {
            delay = reader.hoverflyDelay(object)
        }
        pattern = text.isEmpty ? nil : try? PatternTranslation.found(text)
        reader.finish(object)
        guard text.isEmpty || pattern != nil else {
            reader.differ(value, "no pattern says \(text.quoted)", instead: "nothing is delayed by it")
            return nil
        }
    }

    /// Whether it is meant for what a pair answers, as far as the pair says host and path.
    func meets(_ request: HoverflyRequest) -> Bool {
        guard method.isEmpty || request.methods.contains(.any) || request.methods.contains(.init(rawValue: method))
        else {
            return false
        }
        return pattern?.isFound(in: Array(request.address.utf8)) ?? true
    }
}
