import Rehearsal

/// The format of delays, rates and holds of replies.
enum TimingFormat {
    /// The format of a fixed duration, or of one drawn for each request.
    static let delay = ObjectFormat<Fault.Delay?>(
        "delay",
        "a delay",
        topic: "delay",
        new: { nil },
        fields: distributions,
        rules: [.exactlyOne(distributions.map(\.key.name))]
    )
    .accepting(.ref("duration"))

    private static let distributions: [KeyFormat<Fault.Delay?>] = [
        KeyFormat("uniform", "a duration drawn uniformly between a minimum and a maximum", uniform) {
            .uniform($0.least, $0.most)
        } take: {
            if case .uniform(let least, let most) = $0 { (least, most) } else { nil }
        },
        KeyFormat(
            "lognormal",
            "a duration drawn from the log-normal distribution with this median and 99th percentile",
            logNormal.value
        ) {
            .logNormal(median: $0.median, p99: $0.p99)
        } take: {
            if case .logNormal(let median, let p99) = $0 { LogNormal(median: median, p99: p99) } else { nil }
        },
    ]

    private static let uniform = ValueFormat<(least: Duration, most: Duration)>(
        .list(.ref("duration"), count: 2...2)
    ) { value in
        guard value.expect(.array) else { return nil }
        let hint = #"write ["100ms", "300ms"]"#
        let ends = value.elements
        guard ends.count == 2 else {
            let message = "\"uniform\" needs two durations, the minimum and the maximum; found \(ends.count)"
            return value.reject(message, hint: hint, see: "delay")
        }
        guard let least = ends[0].named("the minimum").duration(),
            let most = ends[1].named("the maximum").duration()
        else { return nil }
        if least <= most { return (least, most) }
        let message =
            "the minimum of \"uniform\" is \(least.displayText), which is more than the maximum, \(most.displayText)"
        return value.reject(message, hint: hint, see: "delay")
    } write: { ends in
        [.string(ends.least.scenarioText), .string(ends.most.scenarioText)]
    }

    struct LogNormal: Sendable {
        var median = Duration.zero
        var p99 = Duration.zero
    }

    static let logNormal = ObjectFormat<LogNormal>(
        "lognormal",
        "\"lognormal\"",
        topic: "delay",
        new: { LogNormal() },
        fields: [
            percentileField("median", "the duration that half of the delays exceed", \.median),
            percentileField("p99", "the duration that 1 % of the delays exceed", \.p99),
        ],
        rules: [.required(["median", "p99"])]
    )
    .before { fields, _ in
        guard let name = fields.keys.names.first(where: { fields[$0] == nil }) else { return true }
        fields.reportMissing("\"lognormal\" needs \(name.quoted)", hint: logNormalHint)
        return false
    }
    .after { fields, delay in
        if delay.median > .zero, delay.median <= delay.p99 { return true }
        let message =
            delay.median > .zero
            ? "\"p99\" is \(delay.p99.displayText), which is less than the median, \(delay.median.displayText)"
            : "\"median\" must be more than 0"
        fields.reader.report(.badValue, at: fields.node.range, message, hint: logNormalHint, see: "delay")
        return false
    }

    private static let logNormalHint = #"write { "median": "80ms", "p99": "900ms" }"#

    private static func percentileField(
        _ name: String,
        _ purpose: String,
        _ path: @autoclosure @escaping KeyFormat<LogNormal>.Path<Duration>,
    ) -> KeyFormat<LogNormal> {
        KeyFormat(name, purpose, .duration, path(), requiredExample: #""80ms""#)
    }

    /// The format of the delay of a reply: one before the head, or one for each part.
    static let replyDelay = ObjectFormat<Scenario.ReplyDelays>(
        "replyDelay",
        "\"delay\" of a reply",
        topic: "delay",
        new: { Scenario.ReplyDelays() },
        fields: [
            KeyFormat("head", "the delay before the first byte", .delay, \.head),
            KeyFormat("body", "the delay between the head and the body", .delay, \.body),
        ]
            + distributions.map { field in
                KeyFormat(field.key.name, field.key.purpose, field.key.value) { fields, _ in
                    guard let member = fields.member(field.key.name) else { return true }
                    let message = "\(member.name.quoted) cannot be combined with \"head\" or \"body\""
                    let hint = #"write { "head": { "uniform": ["100ms", "300ms"] } }"#
                    fields.reportConflict(member, message, hint: hint, see: "delay")
                    return true
                }
            },
        rules: [
            .atLeastOne(["head", "body", "uniform", "lognormal"]),
            .excludes("uniform", ["lognormal", "head", "body"]), .excludes("lognormal", ["head", "body"]),
        ]
    )
    .accepting(.ref("duration"))

    private static let delays = ValueFormat<Scenario.ReplyDelays>(.ref("replyDelay")) { value in
        if value["head"] != nil || value["body"] != nil { return replyDelay.read(value) }
        if value.kind == .object, !value.members.contains(where: { delay.keys.names.contains($0.name) }) {
            guard replyDelay.fields(of: value) != nil, value.node.isEmpty else { return nil }
            let hint = #"write "300ms", or { "head": "300ms", "body": "1s" }"#
            return value.reject("\"delay\" has no duration", hint: hint, see: "delay")
        }
        return ValueFormat.delay.read(value).map { Scenario.ReplyDelays(head: $0) }
    } write: { delays in
        delays.body == nil ? delays.head.flatMap { ValueFormat.delay.write($0) } : replyDelay.write(delays)
    }

    /// Returns the keys for the delay and the rate of a reply, and for the rate at which the request's body is read.
    static func pace<Object>(
        _ delays: @autoclosure @escaping KeyFormat<Object>.Path<Scenario.ReplyDelays?>,
        _ pace: @autoclosure @escaping KeyFormat<Object>.Path<Int?>,
        _ uploadPace: @autoclosure @escaping KeyFormat<Object>.Path<Int?>,
    ) -> [KeyFormat<Object>] {
        [
            KeyFormat("delay", "the delay of the reply", Self.delays, delays()),
            KeyFormat("pace", "the rate at which the reply is sent: \"20KB/s\"", .rate, pace()),
            KeyFormat("uploadPace", "the rate at which the request's body is read: \"20KB/s\"", .rate, uploadPace()),
        ]
    }

    static func hold<Object>(
        _ path: @autoclosure @escaping KeyFormat<Object>.Path<Scenario.Hold?>
    ) -> [KeyFormat<Object>] {
        [
            KeyFormat("hold", "the name of a hold: the reply waits until it is released", .string(minLength: 1)) {
                fields,
                object in
                if let value = fields["hold"], let name = value.string() {
                    if name.isEmpty {
                        let message = "\"hold\" needs a name"
                        value.report(message, hint: #"write "list""#)
                    }
                    object[keyPath: path()] = Scenario.Hold(name)
                }
                return true
            } write: { object in
                object[keyPath: path()]?.name.map { [JSON.Member("hold", .string($0))] } ?? []
            },
            KeyFormat("until", "the number of requests that must be waiting before the reply is sent", .ref("until")) {
                fields,
                object in
                let waiting = fields.value("until", until.value)?.untilWaiting
                guard let waiting else { return true }
                object[keyPath: path()] = Scenario.Hold(object[keyPath: path()]?.name, untilWaiting: waiting)
                return true
            } write: { object in
                guard let hold = object[keyPath: path()], hold.untilWaiting != nil else { return [] }
                return until.write(hold).map { [JSON.Member("until", $0)] }
            },
        ]
    }

    static let until = ObjectFormat<Scenario.Hold>(
        "until",
        "\"until\"",
        topic: "reply",
        new: { Scenario.Hold() },
        fields: [KeyFormat("waiting", "the number of waiting requests", .integer(1...Int.max), \.untilWaiting)]
    )

    static let topic = Topic(
        "delay",
        """
        a delay is a fixed duration ("300ms", "1s", "2m"), or one that is drawn for each request:
          { "uniform": ["100ms", "300ms"] }                       uniformly between two durations
          { "lognormal": { "median": "80ms", "p99": "900ms" } }   as real servers respond: 1 % are longer than p99
        the delay of a reply comes before its first byte; { "head": …, "body": … } delays each part
        a rate is a number and B/s, KB/s or MB/s, where 1 KB is 1,000 bytes: "20KB/s"
        """,
        example: #""delay": { "head": { "lognormal": { "median": "80ms", "p99": "900ms" } }, "body": "1s" }"#
    )
}

extension ValueFormat where Value == Fault.Delay {
    /// The format of a fixed duration, or of `{ "uniform": … }` or `{ "lognormal": … }`, drawn for each request.
    static var delay: Self {
        Self(.ref("delay")) { value in
            guard value.kind == .object else {
                let hint = #"write "300ms", or { "uniform": ["100ms", "300ms"] }"#
                return value.duration(hint: hint).map { .fixed($0) }
            }
            guard let fields = TimingFormat.delay.fields(of: value) else { return nil }
            let only = fields.onlyMember(
                none: "\(value.noun) has no duration",
                several: "\(value.noun) is uniform or lognormal, not both",
                hint: #"write { "uniform": ["100ms", "300ms"] }"#
            )
            return only == nil ? nil : TimingFormat.delay.read(fields) ?? nil
        } write: { delay in
            if case .fixed(let duration) = delay {
                .string(duration.scenarioText)
            } else {
                TimingFormat.delay.write(delay)
            }
        }
    }
}

extension Scenario {
    /// The delays of the parts of a reply; nil for a part without one.
    struct ReplyDelays: Sendable {
        var head: Fault.Delay?
        var body: Fault.Delay?
    }
}

extension Scenario.Overlay {
    var delays: Scenario.ReplyDelays? {
        get { delay == nil && bodyDelay == nil ? nil : .init(head: delay, body: bodyDelay) }
        set { (delay, bodyDelay) = (newValue?.head, newValue?.body) }
    }
}

extension Scenario.Reply {
    /// The delays; nil if there are none. If the body has a delay, that of the head is written too.
    var delays: Scenario.ReplyDelays? {
        get {
            if !bodyDelay.isZero { return .init(head: delay, body: bodyDelay) }
            return delay.isZero ? nil : .init(head: delay)
        }
        set {
            if let head = newValue?.head { delay = head }
            if let body = newValue?.body { bodyDelay = body }
        }
    }
}
