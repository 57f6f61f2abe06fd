import Rehearsal
import RehearsalHTTP
import RehearsalServer

extension FuzzTarget {
    /// The rendering of replies. The first line of an input is a template for a header, a text and a document; the rest
    /// is the request.
    static let rendering = FuzzTarget("rendering") { bytes in
        let parts = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
        let text = String(decoding: parts[0], as: UTF8.self)
        guard parts.count > 1, let request = RenderedRequest(Array(parts[1])) else { return }
        for body in [Scenario.Body.text(text), .json(["value": .string(text)]), .json([.string(text)])] {
            try request.check(Scenario.Reply(headers: ["X-Text": text], body: body))
        }
    }
}

/// A parsed request from which replies are rendered.
private struct RenderedRequest {
    private let bytes: [UInt8]
    private let head: RequestHead
    private let body: [UInt8]

    /// Parses a head, after which all bytes are the body; nil if the head is not valid.
    init?(_ all: [UInt8]) {
        var scan = HeadScan()
        let outcome = all.withUnsafeBytes { scan.scan($0, RequestLimits()) }
        guard case .complete(let length) = outcome else { return nil }
        let bytes = Array(all[..<length])
        var head = RequestHead()
        // `Array.span` needs macOS 26.
        let isValid = bytes.withUnsafeBufferPointer { (try? RequestParser.parse($0.span, into: &head)) != nil }
        guard isValid else { return nil }
        (self.bytes, self.head, body) = (bytes, head, Array(all[length...]))
    }

    /// Checks that the rendered reply is sendable, and that rendering is deterministic.
    func check(_ reply: Scenario.Reply) throws {
        let paths: [Scenario.PathPattern] = ["/{a}/{n:int}", "/{a}", "/**"]
        let endpoints = paths.map { Scenario.Endpoint(.any, $0, replies: [reply]) }
        guard let compiledScenario = try? CompiledScenario(Scenario("fuzz", endpoints: endpoints)) else { return }
        var scratch = CompiledScenario.MatchBuffers()
        let match = bytes.withUnsafeBufferPointer {
            compiledScenario.match(head, in: $0.span, body: body, scratch: &scratch)
        }
        guard
            case .candidates(let choice) = match,
            let chosen = ScenarioState(compiledScenario).select(choice, in: compiledScenario)
        else { return }
        guard let template = try ReplyTemplate(reply) else { throw Finding("a matched reply without a template") }
        let segments = compiledScenario.endpoints[chosen.endpoint].segments
        let made = [0, 1].map { _ -> Scenario.Reply in
            let source = RandomSource(seed: 7, endpoint: 1, request: 0)
            var context = Template.Context(choice.request.templateRequest(segments), random: source)
            context.baseURL = "http://127.0.0.1:1"
            return template.render(reply, &context)
        }
        try made[0].requireSendable()
        try requireDocument(made[0].body)
        try Finding.require(made[0].headers == made[1].headers, "rendered twice, the headers differ")
        try Finding.require(made[0].body == made[1].body, "rendered twice, the bodies differ")
    }

    /// Checks that the request changes only the value of the template in a document.
    private func requireDocument(_ body: Scenario.Body) throws {
        guard case .json(let json) = body else { return }
        try Finding.require((try? JSON(parsing: json.bytes())) == json, "the rendered document is not valid JSON")
        switch json {
        case .array(let elements): try Finding.require(elements.count == 1, "\(elements.count) elements of one")
        case .object(let members): try Finding.require(members.map(\.name) == ["value"], "other members than one")
        default: throw Finding("a document has become a value")
        }
    }
}
