import Rehearsal

/// A delay for all requests whose host and path a pattern is found in.
struct HoverflyDelay {
    let delay: Fault.Delay
    private let pattern: Scenario.Pattern?
    private let method: String

    /// Nil, and said, if its pattern cannot be said.
    init?(_ value: ImportValue) {
        guard let object = value.object() else { return nil }
        let text = object.string("urlPattern") ?? ""
        method = (object.string("httpMethod") ?? "").uppercased()
        if object["delay"] != nil {
            delay = .fixed(object.milliseconds("delay") ?? .zero)
        } else {
            delay = Self.logNormal(object)
        }
        pattern = text.isEmpty ? nil : try? PatternTranslation.found(text)
        object.finish()
        guard text.isEmpty || pattern != nil else {
            value.differ("no pattern says \(text.quoted)", instead: "nothing is delayed by it")
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

    /// A distribution by its mean and its median, in milliseconds.
    static func logNormal(_ object: ImportObject) -> Fault.Delay {
        let median = object.number("median") ?? 0
        let mean = object.number("mean") ?? median
        for name in ["min", "max"] {
            guard let value = object[name], (value.number() ?? 0) > 0 else { continue }
            value.differ("the \(name == "min" ? "shortest" : "longest") delay", instead: "there is none here")
        }
        // The mean of such a distribution is the median times e to half of the variance.
        let variance = median > 0 && mean > median ? 2 * Exponential.logarithm(mean / median) : 0
        return .logNormal(median: median, sigma: variance.squareRoot())
    }
}
