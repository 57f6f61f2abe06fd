import Rehearsal

/// Access by tokens that are issued and asked for.
enum AuthFormat {
    static let auth = ObjectFormat<Scenario.Auth>(
        "auth",
        "\"auth\"",
        topic: "auth",
        new: { Scenario.Auth(bearer: .init(protects: [], issues: [])) },
        fields: [
            Field("bearer", "tokens that are issued and asked for (RFC 6750)", .ref("bearer")) { fields, auth in
                guard fields["bearer"] != nil else {
                    let hint = #"write "bearer": { "protects": ["/api/**"], "issues": [{ "post": "/login" }] }"#
                    fields.missing("\"auth\" needs \"bearer\"", hint: hint)
                    return false
                }
                guard let bearer = fields.value("bearer", bearer.value) else { return false }
                auth.bearer = bearer
                return true
            } write: {
                bearer.write($0.bearer).map { [JSON.Member("bearer", $0)] }
            }
        ],
        rules: [.required(["bearer"])]
    )

    static let bearer = ObjectFormat<Scenario.Auth.Bearer>(
        "bearer",
        "\"bearer\"",
        topic: "auth",
        new: { Scenario.Auth.Bearer(protects: [], issues: []) },
        fields: [
            Field(
                "protects",
                "paths whose requests need a token",
                ValueFormat.path.list(),
                \.protects,
                needed: #"["/api/**"]"#
            ),
            Field(
                "issues",
                "requests that are answered with tokens",
                issues,
                \.issues,
                needed: #"[{ "post": "/login" }]"#
            ),
            Field(
                "token",
                "where the token stands in those replies; \"/access_token\" if nothing is said",
                place,
                \.token
            ) { _ in
                false
            },
            Field(
                "lasts",
                "how long a token is good: a duration, uses, or until a release; else for ever",
                life,
                \.lasts,
                standard: .forever
            ),
            Field(
                "denied",
                "the reply without a good token; 401 if nothing is said",
                ReplyFormat.policyReply(see: "auth"),
                \.denied
            ),
        ],
        rules: [.required(["protects", "issues"])]
    )

    private static let issues: ValueFormat<[Scenario.Auth.Bearer.Issue]> = {
        let list = issue.value.list(1...Int.max)
        return ValueFormat(list.shape) { value in
            if value.kind == .array, value.node.isEmpty {
                let message = "\"issues\" is empty: nobody could get a token"
                value.report(message, hint: #"write [{ "post": "/login" }]"#, see: "auth")
            }
            return list.read(value)
        } write: {
            list.write($0)
        }
    }()

    static let issue = ObjectFormat<Scenario.Auth.Bearer.Issue>(
        "issue",
        "a request that tokens are issued to",
        topic: "auth",
        new: { Scenario.Auth.Bearer.Issue(.post, "/") },
        fields: TargetFormat.fields(\.method, \.path) + [
            Field("takes", "where the request's body has the refresh token that it needs", place, \.takes),
            Field("rotates", "a refresh token is good for one request, whose reply has the next one", .bool) {
                fields,
                issue in
                issue.rotates = fields.value("rotates", .bool) ?? false
                guard fields["takes"] == nil, let member = fields.member("rotates") else { return true }
                let message = "\"rotates\" is about the refresh token that \"takes\" names"
                let hint = #"write "takes": "/refresh_token""#
                fields.conflict(member, message, hint: hint, see: "auth")
                return true
            } write: { issue in
                issue.rotates ? [JSON.Member("rotates", true)] : []
            },
        ],
        rules: [TargetFormat.oneMethod, .needs("rotates", ["takes"])] + TargetFormat.pathRules
    )

    /// A place inside of a JSON body: never all of it.
    private static let place = ValueFormat<JSON.Pointer>(.string(pattern: "^(/([^/~]|~[01])*)+$")) { value in
        guard let text = value.string() else { return nil }
        if let pointer = JSON.Pointer(text), !text.isEmpty { return pointer }
        let hint =
            text.hasPrefix("/")
            ? #""~" is written "~0", and "/" in a name "~1""#
            : text.isEmpty ? #"write "/access_token""# : "write \("/\(text)".quoted)"
        return value.refuse("\(text.quoted) is no place in a body for \(value.what)", hint: hint, see: "auth")
    } write: {
        .string($0.text)
    }

    // MARK: Lives of tokens

    private static let lifeHint = #"write { "uses": 3 }, "60s" or { "until": "name" }"#

    private static let life = ValueFormat<Scenario.Auth.Bearer.Life>(
        .either([.ref("duration"), .ref(tokenLife.keys.name)])
    ) { value in
        guard value.kind == .object else {
            guard let duration = value.duration(hint: lifeHint) else { return nil }
            if duration > .zero { return .time(duration) }
            return value.refuse("a token lasts for longer than no time", hint: lifeHint, see: "auth")
        }
        guard let fields = tokenLife.fields(of: value),
            fields.onlyMember(none: "\"lasts\" is one thing", several: nil, hint: lifeHint) != nil
        else { return nil }
        return tokenLife.read(fields) ?? nil
    } write: { life in
        if case .time(let duration) = life { .string(duration.written) } else { tokenLife.write(life) }
    }

    static let tokenLife = ObjectFormat<Scenario.Auth.Bearer.Life?>(
        "tokenLife",
        "\"lasts\"",
        topic: "auth",
        new: { nil },
        fields: [
            Field("uses", "for so many requests", .integer(1...Int.max, hint: lifeHint)) {
                .uses($0)
            } take: {
                if case .uses(let count) = $0 { count } else { nil }
            },
            Field(
                "until",
                "until somebody releases this name",
                .name("a release needs a name", hint: lifeHint, see: "auth")
            ) {
                .untilReleased($0)
            } take: {
                if case .untilReleased(let name) = $0 { name } else { nil }
            },
        ],
        rules: [.exactlyOne(["uses", "until"])]
    )

    static let topic = Topic(
        "auth",
        #"""
        a request to a path that "protects" names needs "Authorization: Bearer T" with a token that was issued in this
        run and still lasts; others get "denied" (401 if nothing is said) with WWW-Authenticate (RFC 6750)
        a preflight of CORS and the requests under "issues" are let in without
        "issues": the endpoint that answers such a request issues the string at "token" ("/access_token" if nothing is
          said) of its JSON reply; a string that was issued before is replaced by a fresh one, so a login may go on for
          ever with one reply; where no endpoint answers, the policy does, with all that a client needs
        "takes" is where the request's JSON body has its refresh token (or the field of a form: the last name of it), and
          where replies have one; what was not issued is answered 400 with "error": "invalid_grant"
        "rotates": true makes each refresh token good for one request; using one again revokes all that came of its login
        "lasts" is { "uses": 3 }, a duration ("60s"), or { "until": "name" }, which ends at `release name`; else for ever
          a use is a request that was let in, whatever answers it then: a quota that is used up, too
        """#,
        example: #"""
            "auth": { "bearer": { "protects": ["/api/**"], "issues": [{ "post": "/auth/login" }, { "post": "/auth/refresh", "takes": "/refresh_token", "rotates": true }], "lasts": { "uses": 3 } } }
            """#
    )
}
