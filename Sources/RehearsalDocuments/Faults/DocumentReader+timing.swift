import Rehearsal

extension DocumentReader {
    /// How late a reply is, and how fast it and its request go.
    mutating func setTiming(_ fields: Fields, of reply: inout Scenario.Reply) {
        if let node = fields["delay"] { setDelay(node, of: &reply) }
        if let pace = rate(fields["pace"], in: "\"pace\"") { reply.pace = pace }
        if let pace = rate(fields["uploadPace"], in: "\"uploadPace\"") { reply.uploadPace = pace }
        if let early = fields["early"] { reply.isEarly = bool(early, in: "\"early\"") ?? false }
    }

    /// A delay, which is the head's, or `{ "head": …, "body": … }`.
    private mutating func setDelay(_ node: JSONDocument.Node, of reply: inout Scenario.Reply) {
        guard node["head"] != nil || node["body"] != nil else {
            if node.kind == .object, !node.members.contains(where: { KnownKeys.delay.names.contains($0.name) }) {
                return tellNoDelay(node)
            }
            if let delay = delay(node, in: "\"delay\"") { reply.delay = delay }
            return
        }
        guard let fields = fields(of: node, .replyDelay) else { return }
        for member in fields.members(KnownKeys.delay.names) {
            let message = "\(member.name.quoted) beside \"head\" or \"body\" says neither's delay"
            let hint = #"write { "head": { "uniform": ["100ms", "300ms"] } }"#
            report(.conflict, at: member.nameRange, message, hint: hint, see: "delay")
        }
        if let head = fields["head"].flatMap({ delay($0, in: "\"head\"") }) { reply.delay = head }
        if let body = fields["body"].flatMap({ delay($0, in: "\"body\"") }) { reply.bodyDelay = body }
    }

    private mutating func tellNoDelay(_ node: JSONDocument.Node) {
        guard fields(of: node, .replyDelay) != nil, !node.members.contains(where: { _ in true }) else { return }
        let hint = #"write "300ms", or { "head": "300ms", "body": "1s" }"#
        report(.badValue, at: node.range, "\"delay\" says no time", hint: hint, see: "delay")
    }
}
