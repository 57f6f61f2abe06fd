import Rehearsal
import RehearsalHTTP
import RehearsalServer

extension FuzzTarget {
    /// A template in the first line, and after it the request that it is filled in from: in a header, in a text, and in
    /// a document.
    static let rendering = FuzzTarget("rendering") { bytes in
        let parts = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
        let text = String(decoding: parts[0], as: UTF8.self)
        guard parts.count > 1, let request = RenderedRequest(Array(parts[1])) else { return }
        for body in [Scenario.Body.text(text), .json(["value": .string(text)]), .json([.string(text)])] {
            try request.check(Scenario.Reply(headers: ["X-Text": text], body: body))
        }
    }
}

/// A request as it came, for replies that are filled in from it.
private struct RenderedRequest {
    private let bytes: [UInt8]
    private let head: RequestHead
    private let body: [UInt8]

    /// Nil for what is no request; its body is all that follows its head.
    init?(_ all: [UInt8]) {
        var scan = HeadScan()
        let outcome = all.withUnsafeBytes { scan.run($0, RequestLimits()) }
        guard case .complete(let length) = outcome else { return nil }
        let bytes = Array(all[..<length])
        var head = RequestHead()
        guard (try? RequestParser.parse(bytes.span, into: &head)) != nil else { return nil }
        (self.bytes, self.head, body) = (bytes, head, Array(all[length...]))
    }

    /// Filled in, the reply can be sent, and says the same each time.
    func check(_ reply: Scenario.Reply) throws {
        let paths: [Scenario.PathPattern] = ["/{a}/{n:int}", "/{a}", "/**"]
        let endpoints = paths.map { Scenario.Endpoint(.any, $0, replies: [reply]) }
        guard let playbook = try? Playbook(Scenario("fuzz", endpoints: endpoints)) else { return }
        var scratch = Playbook.Scratch()
        guard case .choice(let choice) = playbook.match(head, in: bytes.span, body: body, scratch: &scratch),
            let chosen = PlayState(playbook).choose(choice, in: playbook)
        else { return }
        guard let template = try ReplyTemplate(reply) else { throw Finding("a choice, and nothing is to be filled in") }
        let segments = playbook.endpoints[chosen.endpoint].segments
        let made = [0, 1].map { _ -> Scenario.Reply in
            let source = RandomSource(seed: 7, endpoint: 1, request: 0)
            var context = Template.Context(choice.request.templateRequest(segments), random: source)
            context.baseURL = "http://127.0.0.1:1"
            return template.render(reply, &context)
        }
        try made[0].requireSendable()
        try requireDocument(made[0].body)
        try Finding.unless(made[0].headers == made[1].headers, "filled in twice, the headers differ")
        try Finding.unless(made[0].body == made[1].body, "filled in twice, the bodies differ")
    }

    /// What a client sends adds nothing to a document but the value that the template stands for.
    private func requireDocument(_ body: Scenario.Body) throws {
        guard case .json(let json) = body else { return }
        try Finding.unless((try? JSON(parsing: json.bytes())) == json, "what was filled in is no JSON")
        switch json {
        case .array(let elements): try Finding.unless(elements.count == 1, "\(elements.count) elements of one")
        case .object(let members): try Finding.unless(members.map(\.name) == ["value"], "other members than one")
        default: throw Finding("a document has become a value")
        }
    }
}
