import Rehearsal

extension DocumentReader {
    /// What stands under `auth`.
    mutating func auth(_ node: JSONDocument.Node) -> Scenario.Auth? {
        guard let fields = fields(of: node, .auth) else { return nil }
        guard let bearer = fields["bearer"] else {
            let hint = #"write "bearer": { "protects": ["/api/**"], "issues": [{ "post": "/login" }] }"#
            report(.missingKey, at: node.range.prefix(1), "\"auth\" needs \"bearer\"", hint: hint, see: "auth")
            return nil
        }
        return self.bearer(bearer).map { Scenario.Auth(bearer: $0) }
    }

    private mutating func bearer(_ node: JSONDocument.Node) -> Scenario.Auth.Bearer? {
        guard let fields = fields(of: node, .bearer) else { return nil }
        let protects = required(fields, "protects", hint: #"write "protects": ["/api/**"]"#, see: "auth")
            .map { protectedPaths($0) }
        let issues = required(fields, "issues", hint: #"write "issues": [{ "post": "/login" }]"#, see: "auth")
            .map { self.issues($0) }
        guard let protects, let issues else { return nil }
        var bearer = Scenario.Auth.Bearer(protects: protects, issues: issues)
        if let token = fields["token"].flatMap({ place($0, in: "\"token\"") }) { bearer.token = token }
        if let lasts = fields["lasts"].flatMap({ life($0) }) { bearer.lasts = lasts }
        bearer.denied = policyReply(fields["denied"], see: "auth")
        return bearer
    }

    private mutating func protectedPaths(_ node: JSONDocument.Node) -> [Scenario.PathPattern] {
        guard expect(node, .array, in: "\"protects\"") else { return [] }
        return node.elements.compactMap { path($0, in: "\"protects\"") }
    }

    private mutating func issues(_ node: JSONDocument.Node) -> [Scenario.Auth.Bearer.Issue] {
        guard expect(node, .array, in: "\"issues\"") else { return [] }
        if !node.elements.contains(where: { _ in true }) {
            let message = "\"issues\" is empty: nobody could get a token"
            report(.badValue, at: node.range, message, hint: #"write [{ "post": "/login" }]"#, see: "auth")
        }
        return node.elements.compactMap { issue($0) }
    }

    private mutating func issue(_ node: JSONDocument.Node) -> Scenario.Auth.Bearer.Issue? {
        guard let fields = fields(of: node, .issue) else { return nil }
        let target = target(fields, of: "a request that tokens are issued to")
        let takes = fields["takes"].flatMap { place($0, in: "\"takes\"") }
        let rotates = fields["rotates"].flatMap { bool($0, in: "\"rotates\"") } ?? false
        if fields["takes"] == nil, let member = fields.member("rotates") {
            let message = "\"rotates\" is about the refresh token that \"takes\" names"
            report(.conflict, at: member.nameRange, message, hint: #"write "takes": "/refresh_token""#, see: "auth")
        }
        return target.map { Scenario.Auth.Bearer.Issue($0.0, $0.1, takes: takes, rotates: rotates) }
    }

    /// A place inside of a JSON body.
    private mutating func place(_ node: JSONDocument.Node, in what: String) -> JSON.Pointer? {
        guard let text = string(node, in: what) else { return nil }
        guard let pointer = JSON.Pointer(text), !text.isEmpty else {
            let hint =
                text.hasPrefix("/")
                ? #""~" is written "~0", and "/" in a name "~1""#
                : text.isEmpty ? #"write "/access_token""# : "write \("/\(text)".quoted)"
            report(
                .badValue,
                at: node.range,
                "\(text.quoted) is no place in a body for \(what)",
                hint: hint,
                see: "auth"
            )
            return nil
        }
        return pointer
    }

    private mutating func life(_ node: JSONDocument.Node) -> Scenario.Auth.Bearer.Life? {
        let hint = #"write { "uses": 3 }, "60s" or { "until": "name" }"#
        guard node.kind == .object else {
            guard let duration = duration(node, in: "\"lasts\"", hint: hint) else { return nil }
            guard duration > .zero else {
                report(.badValue, at: node.range, "a token lasts for longer than no time", hint: hint, see: "auth")
                return nil
            }
            return .time(duration)
        }
        guard let fields = fields(of: node, .tokenLife) else { return nil }
        let members = fields.members(KnownKeys.tokenLife.names)
        guard let member = members.first, members.count == 1 else {
            // What is unknown has been told.
            if members.count > 1 || !node.members.contains(where: { _ in true }) {
                report(.badValue, at: node.range, "\"lasts\" is one thing", hint: hint, see: "auth")
            }
            return nil
        }
        if member.name == "uses" {
            return integer(member.value, in: "\"uses\"", 1...Int.max, hint: hint).map { .uses($0) }
        }
        return string(member.value, in: "\"until\"").flatMap { name in
            if !name.isEmpty { return .untilReleased(name) }
            report(.badValue, at: member.value.range, "a release needs a name", hint: hint, see: "auth")
            return nil
        }
    }

    /// The value of a key that has to be there.
    mutating func required(_ fields: Fields, _ name: String, hint: String, see topic: String) -> JSONDocument.Node? {
        if let node = fields[name] { return node }
        let brace = fields.node.range.prefix(1)
        report(.missingKey, at: brace, "\(name.quoted) is missing here", hint: hint, see: topic)
        return nil
    }
}
