import Rehearsal

extension Scenario.Reply {
    /// How late a reply of a mapping is.
    mutating func setTiming(ofMapping object: ImportObject) {
        if let fixed = object.milliseconds("fixedDelayMilliseconds") { delay = .fixed(fixed) }
        if let value = object["delayDistribution"], let distribution = value.object() {
            if !delay.isNone {
                value.differ("two delays, one after the other", instead: "the random one is left out")
                distribution.ignore("type", "lower", "upper", "median", "sigma", "milliseconds", "maxValue")
            } else if let delay = Self.delay(distribution) {
                self.delay = delay
            }
            distribution.finish()
        }
        guard let dribble = object.object("chunkedDribbleDelay") else { return }
        setDribble(dribble)
        dribble.finish()
    }

    private static func delay(_ object: ImportObject) -> Fault.Delay? {
        switch object.string("type") {
        case "uniform":
            let least = object.milliseconds("lower") ?? .zero
            let most = object.milliseconds("upper") ?? least
            return .uniform(min(least, most), max(least, most))
        case "lognormal":
            let median = object.number("median") ?? 0
            let sigma = object.number("sigma") ?? 0
            if let most = object["maxValue"] { most.differ("the longest delay", instead: "there is none here") }
            return .logNormal(median: median, sigma: sigma)
        case "fixed": return object.milliseconds("milliseconds").map { .fixed($0) }
        case let type: return (object["type"] ?? object.value).refuse("there is no distribution \((type ?? "").quoted)")
        }
    }

    /// A body in so many pieces, each after its share of the time.
    private mutating func setDribble(_ object: ImportObject) {
        let count = object.integer("numberOfChunks", 1...1_000_000) ?? 1
        let total = object.milliseconds("totalDuration") ?? .zero
        let (length, isKnown) = Self.length(of: body)
        if !isKnown {
            let problem = "how long the body is, is known only when its template is filled in"
            object.value.differ(problem, instead: "it is cut as its template is long")
        }
        let pieces = max(1, min(count, length))
        let share = total / pieces
        bodyDelay = .fixed(share)
        if pieces > 1 {
            let size = (length + pieces - 1) / pieces
            faults.append(Fault(.slice(size: size, every: share), at: .body()))
        }
    }

    private static func length(of body: Scenario.Body) -> (length: Int, isKnown: Bool) {
        switch body {
        case .text(let text): (text.utf8.count, !Template.isTemplate(text))
        case .json(let json), .problem(let json):
            (json.bytes().count, !Template.isTemplate(String(decoding: json.bytes(), as: UTF8.self)))
        case .bytes(let bytes, _): (bytes.count, true)
        case .none, .events, .raw: (0, true)
        }
    }
}
