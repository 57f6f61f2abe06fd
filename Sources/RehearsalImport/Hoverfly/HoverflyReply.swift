import Rehearsal
import RehearsalDocuments
import RehearsalRedaction

/// The reply of a pair, read from `response`.
struct HoverflyReply {
    var reply: Scenario.Reply
    /// The name of the body file; nil for an inline body.
    private(set) var fileName: String?

    init(_ object: ImportObjectReader, _ tags: HoverflyTemplates) {
        reply = Scenario.Reply(object.status("status"))
        let filling = object.bool("templated") ?? false ? tags.converter : nil
        reply.addHeaders(object.checkedMembers("headers")) { text, value in
            filling?.text(text, at: value) ?? TemplateTranslation.escapingBraces(text)
        }
        setBody(object, filling)
        if let delay = object.milliseconds("fixedDelay") { reply.delay = .fixed(delay) }
        if let value = object.object("logNormalDelay") {
            reply.delay = HoverflyDelay.logNormal(value)
            value.noteUnreadMembers()
        }
        reply.then = Self.change(object)
        if let action = object["postServeAction"], action.scalar?.isEmpty == false {
            action.noteDifference(
                "a scenario does not send requests to other servers",
                instead: "the request is not sent"
            )
        }
        object.noteUnreadMembers()
    }

    private mutating func setBody(_ object: ImportObjectReader, _ filling: TemplateConverter?) {
        let isEncoded = object.bool("encodedBody") ?? false
        let body = object["body"]
        if let file = object["bodyFile"], let name = file.string(), !name.isEmpty {
            guard let bytes = file.file.bodyFile(name) else {
                return file.refuse("file \(name.quoted) does not exist next to the simulation")
            }
            reply.set(.bytes(bytes))
            fileName = FilePath.lastComponent(of: name)
            return
        }
        guard let body, let text = body.string() else { return }
        if isEncoded {
            guard let bytes = Base64.decoded(text) else {
                return body.refuse("this is not valid Base64, although \"encodedBody\" is true")
            }
            reply.set(.bytes(bytes))
        } else if let filling, Template.isTemplate(text) {
            reply.setText(filling.text(text, at: body), isTemplate: true)
        } else {
            reply.setText(text)
        }
    }

    /// Returns the state changes: the states that are set and those that are removed.
    private static func change(_ object: ImportObjectReader) -> Scenario.Change {
        var change = Scenario.Change()
        for member in object.checkedMembers("transitionsState") {
            guard let text = member.value.text() else { continue }
            change.set.append(JSON.Member(member.name, .string(TemplateTranslation.escapingBraces(text))))
        }
        for value in object.array("removesState") { if let name = value.string() { change.remove.append(name) } }
        return change
    }
}

/// A global delay for the pairs whose host and path match a pattern.
struct HoverflyDelay {
    let delay: Fault.Delay
    private let pattern: Scenario.Pattern?
    private let method: String

    /// Returns nil and adds a note about a difference if the pattern cannot be translated.
    init?(_ value: ImportValue) {
        guard let object = value.object() else { return nil }
        let text = object.string("urlPattern") ?? ""
        method = (object.string("httpMethod") ?? "").uppercased()
        if object["delay"] != nil {
            delay = .fixed(object.milliseconds("delay") ?? .zero)
        } else {
            delay = Self.logNormal(object)
        }
        pattern = text.isEmpty ? nil : try? PatternTranslation.searching(text)
        object.noteUnreadMembers()
        guard text.isEmpty || pattern != nil else {
            value.noteDifference("no equivalent pattern for \(text.quoted)", instead: "the delay is left out")
            return nil
        }
    }

    /// Whether the delay applies to a pair with this request.
    func applies(_ request: HoverflyRequest) -> Bool {
        guard method.isEmpty || request.methods.contains(.any) || request.methods.contains(.init(rawValue: method))
        else {
            return false
        }
        return pattern?.hasMatch(in: Array(request.address.utf8)) ?? true
    }

    /// Returns a log-normal distribution from its mean and median in milliseconds.
    static func logNormal(_ object: ImportObjectReader) -> Fault.Delay {
        let median = object.number("median") ?? 0
        let mean = object.number("mean") ?? median
        for name in ["min", "max"] {
            guard let value = object[name], (value.number() ?? 0) > 0 else { continue }
            let bound = name == "min" ? "minimum" : "maximum"
            value.noteDifference("a delay of a scenario has no \(bound)", instead: "it is ignored")
        }
        // The mean of a log-normal distribution is its median times e to half of the variance.
        let variance = median > 0 && mean > median ? 2 * MathFunctions.logarithm(mean / median) : 0
        return .logNormal(median: median, sigma: variance.squareRoot())
    }
}

/// A translation of the tags in Hoverfly templates.
struct HoverflyTemplates {
    /// The segments of the path; nil if the path is not literal.
    let segments: [String]?
    let literals: [String: String]

    /// A converter of Hoverfly templates to scenario templates.
    var converter: TemplateConverter {
        TemplateConverter(translate: tagTranslation) { $0.noteDifference($1, instead: "it is sent as it is") }
    }

    /// Returns the translation of a tag; nil if there is none.
    private func tagTranslation(_ tag: TemplateTranslation.Tag) -> TemplateTranslation.Translation? {
        guard let name = tag.words.first else { return nil }
        let rest = tag.words.dropFirst().map(TemplateTranslation.Tag.unquoted)
        switch (name, rest.count) {
        case ("Request.Method", 0): return .expression("method")
        case ("Request.Host", 0): return .expression("header.Host")
        case ("randomUuid", 0): return .expression("uuid")
        case ("randomIntegerRange", 2):
            let bounds = rest.map { Int32($0).map(Int.init) }
            return TemplateExpression.random(bounds[0], bounds[1]).map { .expression($0) }
        case ("Request.Body", 2) where rest[0] == "jsonpath", ("requestBody", 2) where rest[0] == "jsonpath":
            return TemplateExpression.bodyValue(rest[1]).map { .expression($0) }
        case ("now", 0...2): return time(rest)
        case (_, 0): return nameTranslation(name)
        default: return nil
        }
    }

    private func nameTranslation(_ text: String) -> TemplateTranslation.Translation? {
        let kinds = [
            "Request.QueryParam.": "query", "Request.Header.": "header", "Request.FormData.": "form", "State.": "state",
        ]
        for (prefix, kind) in kinds where text.hasPrefix(prefix) {
            // A scenario uses the first value of a name, so `.[0]` is not needed.
            let name = text.dropFirst(prefix.count)
            let plain = name.hasSuffix(".[0]") ? name.dropLast(4) : name
            guard !plain.contains(where: { "[]".contains($0) }) else { return nil }
            return TemplateExpression.part(kind, plain).map { .expression($0) }
        }
        if text.hasPrefix("Literals.") { return literals[String(text.dropFirst(9))].map { .text($0) } }
        guard text.hasPrefix("Request.Path.["), let index = Int(text.dropFirst(14).dropLast()), let segments,
            segments.indices.contains(index)
        else { return nil }
        return .text(segments[index])
    }

    /// Translates `now '1d' 'unix'`.
    private func time(_ words: [String]) -> TemplateTranslation.Translation? {
        var expression = "now"
        if let shift = words.first, !shift.isEmpty {
            let sign = shift.hasPrefix("-") ? "-" : "+"
            let amount = shift.drop { $0 == "-" || $0 == "+" }
            guard let unit = amount.last, "smhd".contains(unit), let count = Int(amount.dropLast()), count < 1_000_000
            else { return nil }
            expression += " \(sign) \(count)\(unit)"
        }
        let filters = ["": "", "unix": " | unix", "epoch": " | unix-ms", "2006-01-02": " | date"]
        return filters[words.dropFirst().first ?? ""].map { .expression(expression + $0) }
    }
}
