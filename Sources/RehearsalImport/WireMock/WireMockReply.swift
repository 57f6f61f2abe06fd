import Rehearsal
import RehearsalDocuments
import RehearsalRedaction

/// The reply of a mapping, read from `response`.
struct WireMockReply {
    private(set) var reply: Scenario.Reply
    /// The name of the body file; nil for an inline body.
    private(set) var fileName: String?
    /// The templates; nil if the reply has none.
    private let templates: WireMockTemplates?

    init(_ object: ImportObjectReader, to request: WireMockRequest) {
        reply = Scenario.Reply(object.status("status"))
        let body = object["body"] ?? object["jsonBody"] ?? object["bodyFileName"]
        if let value = object["statusMessage"], let phrase = value.string() {
            if HeaderSyntax.isValue(phrase) {
                reply.reason = phrase
            } else {
                value.refuse("this is not a valid reason phrase")
            }
        }
        templates = WireMockTemplates(object, request)
        reply.addHeaders(object.checkedMembers("headers")) { [templates] text, value in
            templates?.converter.text(text, at: value) ?? TemplateTranslation.escapingBraces(text)
        }
        setBody(object)
        if let templates, let body { noteRenderedValues(in: body, templates) }
        reply.setTiming(ofMapping: object)
        setFault(object["fault"])
        object["proxyBaseUrl"]?.refuse("a scenario does not forward requests")
        // These members have an effect only with a proxy.
        object.ignore("additionalProxyRequestHeaders", "removeProxyRequestHeaders", "proxyUrlPrefixToRemove")
        object.noteUnreadMembers()
    }

    private mutating func setBody(_ object: ImportObjectReader) {
        let names = ["body", "jsonBody", "base64Body", "bodyFileName"]
        let found = names.compactMap { name in object[name].map { (name, $0) } }
        for (_, other) in found.dropFirst() {
            other.noteDifference("the response has several bodies", instead: "only \(found[0].0) is sent")
        }
        guard let (name, value) = found.first else { return }
        switch name {
        case "body":
            guard let text = value.string() else { return }
            reply.setText(templates?.converter.text(text, at: value) ?? text, isTemplate: templates != nil)
        case "jsonBody":
            let json = value.node.value
            reply.set(.json(templates?.converter.json(json, at: value) ?? TemplateTranslation.escapingBraces(json)))
        case "base64Body":
            guard let text = value.string(), let bytes = Base64.decoded(text) else {
                return value.refuse("this is not valid Base64")
            }
            reply.set(.bytes(bytes))
        default: setFile(value)
        }
    }

    private mutating func setFile(_ value: ImportValue) {
        guard let name = value.string() else { return }
        guard !Template.isTemplate(name) else { return value.refuse("the name of the file is a template") }
        guard let bytes = value.file.bodyFile(name) else {
            return value.refuse("file \(name.quoted) does not exist in __files next to the mappings")
        }
        if let templates, !templates.sendsFilesUnchanged, let text = bytes.text, Template.isTemplate(text) {
            return reply.setText(templates.converter.text(text, at: value), isTemplate: true)
        }
        reply.set(.bytes(bytes))
        fileName = name
    }

    /// Adds notes on values that WireMock renders differently in templates.
    private func noteRenderedValues(in value: ImportValue, _ templates: WireMockTemplates) {
        let isFile = value.path.hasSuffix("bodyFileName")
        if isFile, templates.sendsFilesUnchanged { return }
        let bytes = isFile ? value.node.string.flatMap { value.file.bodyFile($0) } ?? [] : value.node.value.bytes()
        var text = String(decoding: bytes, as: UTF8.self)
        guard Template.isTemplate(text) else { return }
        if text.contains("jsonPath") {
            let problem = "WireMock renders null as an empty text, and an object on several lines"
            value.noteDifference(problem, instead: "a value of the body is inserted as JSON on one line")
        }
        for plain in ["{{{", "request.method", "request.baseUrl", "request.requestLine.method"] {
            text = text.replacing(plain, with: "")
        }
        guard text.contains("{{"), text.contains("request.") else { return }
        let problem = "WireMock escapes HTML characters in values between double braces"
        value.noteDifference(problem, instead: "values are inserted without escaping")
    }

    private mutating func setFault(_ value: ImportValue?) {
        guard let value, let name = value.string() else { return }
        let presets: [String: Fault.Preset] = [
            "EMPTY_RESPONSE": .emptyResponse, "MALFORMED_RESPONSE_CHUNK": .malformedResponseChunk,
            "RANDOM_DATA_THEN_CLOSE": .randomDataThenClose, "CONNECTION_RESET_BY_PEER": .connectionResetByPeer,
        ]
        if let preset = presets[name] {
            reply = reply.with(preset)
        } else {
            value.refuse("unknown fault \(name.quoted)")
        }
    }
}

extension Scenario.Reply {
    mutating func setTiming(ofMapping object: ImportObjectReader) {
        if let fixed = object.milliseconds("fixedDelayMilliseconds") { delay = .fixed(fixed) }
        if let value = object["delayDistribution"], let distribution = value.object() {
            if !delay.isZero {
                value.noteDifference("WireMock waits for both delays", instead: "the random one is left out")
                distribution.ignore("type", "lower", "upper", "median", "sigma", "milliseconds", "maxValue")
            } else if let delay = Self.delay(distribution) {
                self.delay = delay
            }
            distribution.noteUnreadMembers()
        }
        guard let dribble = object.object("chunkedDribbleDelay") else { return }
        setDribble(dribble)
        dribble.noteUnreadMembers()
    }

    private static func delay(_ object: ImportObjectReader) -> Fault.Delay? {
        switch object.string("type") {
        case "uniform":
            let minimum = object.milliseconds("lower") ?? .zero
            let maximum = object.milliseconds("upper") ?? minimum
            return .uniform(min(minimum, maximum), max(minimum, maximum))
        case "lognormal":
            let median = object.number("median") ?? 0
            let sigma = object.number("sigma") ?? 0
            if let maximum = object["maxValue"] {
                maximum.noteDifference("a delay of a scenario has no maximum", instead: "it is ignored")
            }
            return .logNormal(median: median, sigma: sigma)
        case "fixed": return object.milliseconds("milliseconds").map { .fixed($0) }
        case let type:
            return (object["type"] ?? object.value).refuse("unknown delay distribution \((type ?? "").quoted)")
        }
    }

    /// Splits the body into a number of pieces that are sent evenly over a duration.
    private mutating func setDribble(_ object: ImportObjectReader) {
        let count = object.integer("numberOfChunks", 1...1_000_000) ?? 1
        let total = object.milliseconds("totalDuration") ?? .zero
        let (length, isKnown) = Self.length(of: body)
        if !isKnown {
            let problem = "the length of the body is unknown before its template is rendered"
            object.value.noteDifference(problem, instead: "the length of the template is used")
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
