import Rehearsal

extension ImportReader {
    /// How late a reply of a mapping is.
    mutating func setTiming(_ object: ImportObject, of reply: inout Scenario.Reply) {
        if let delay = milliseconds(object["fixedDelayMilliseconds"]) { reply.delay = .fixed(delay) }
        if let value = object["delayDistribution"], let distribution = self.object(value) {
            if !reply.delay.isNone {
                differ(value, "two delays, one after the other", instead: "the random one is left out")
                distribution.ignore("type", "lower", "upper", "median", "sigma", "milliseconds", "maxValue")
            } else if let delay = delay(distribution) {
                reply.delay = delay
            }
            finish(distribution)
        }
        guard let dribble = self.object(object["chunkedDribbleDelay"]) else { return }
        setDribble(dribble, of: &reply)
        finish(dribble)
    }

    private mutating func delay(_ object: ImportObject) -> Fault.Delay? {
        switch string(object["type"]) {
        case "uniform":
            let least = milliseconds(object["lower"]) ?? .zero
            let most = milliseconds(object["upper"]) ?? least
            return .uniform(min(least, most), max(least, most))
        case "lognormal":
            let median = number(object["median"]) ?? 0
            let sigma = number(object["sigma"]) ?? 0
            if let most = object["maxValue"] { differ(most, "the longest delay", instead: "there is none here") }
            return Self.logNormal(median: median, sigma: sigma)
        case "fixed":
            return milliseconds(object["milliseconds"]).map { .fixed($0) }
        case let type:
            refuse(object["type"] ?? object.value, "there is no distribution \((type ?? "").quoted)")
            return nil
        }
    }

    /// A distribution by its median, in milliseconds, and the standard deviation of its logarithm.
    static func logNormal(median: Double, sigma: Double) -> Fault.Delay {
        let median = min(max(median, 0), longest)
        // One in a hundred of a normal distribution lies 2.326 deviations above its middle.
        let p99 = min(median * Exponential.power(2.326_347_874 * min(max(sigma, 0), 20)), longest)
        return .logNormal(median: .microseconds(Int(median * 1_000)), p99: .microseconds(Int(p99 * 1_000)))
    }

    /// A day, in milliseconds.
    private static let longest = 86_400_000.0

    /// A body in so many pieces, each after its share of the time.
    private mutating func setDribble(_ object: ImportObject, of reply: inout Scenario.Reply) {
        let count = integer(object["numberOfChunks"], 1...1_000_000) ?? 1
        let total = milliseconds(object["totalDuration"]) ?? .zero
        let (length, isKnown) = Self.length(of: reply.body)
        if !isKnown {
            let problem = "how long the body is, is known only when its template is filled in"
            differ(object.value, problem, instead: "it is cut as its template is long")
        }
        let pieces = max(1, min(count, length))
        let share = total / pieces
        reply.bodyDelay = .fixed(share)
        if pieces > 1 {
            let size = (length + pieces - 1) / pieces
            reply.faults.append(Fault(.slice(size: size, every: share), at: .body()))
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
