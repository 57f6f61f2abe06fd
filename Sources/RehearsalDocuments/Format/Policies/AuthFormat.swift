import Rehearsal

/// The format of authentication by tokens.
enum AuthFormat {
    static let auth = ObjectFormat<Scenario.Auth>(
        "auth",
        "\"auth\"",
        topic: "auth",
        new: { Scenario.Auth(bearer: .init(protects: [], issues: [])) },
        fields: [
            KeyFormat("bearer", "bearer tokens and the paths that need them (RFC 6750)", .ref("bearer")) {
                fields,
                auth in
                guard fields["bearer"] != nil else {
                    let hint = #"write "bearer": { "protects": ["/api/**"], "issues": [{ "post": "/login" }] }"#
                    fields.reportMissing("\"auth\" needs \"bearer\"", hint: hint)
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
            KeyFormat(
                "protects",
                "the paths whose requests need a token",
                ValueFormat.path.list(),
                \.protects,
                requiredExample: #"["/api/**"]"#
            ),
            KeyFormat(
                "issues",
                "the requests that issue tokens",
                issues,
                \.issues,
                requiredExample: #"[{ "post": "/login" }]"#
            ),
            KeyFormat(
                "token",
                "the JSON pointer of the token in replies to \"issues\"; \"/access_token\" by default",
                place,
                \.token
            ) { _ in
                false
            },
            KeyFormat(
                "lasts",
                "the lifetime of a token: a duration, a number of uses, or until a release; unlimited by default",
                life,
                \.lasts,
                default: .forever
            ),
            KeyFormat(
                "denied",
                "the reply to a request without a valid token; 401 by default",
                ReplyFormat.policyReply(see: "auth"),
                \.denied
            ),
        ],
        rules: [.required(["protects", "issues"])]
    )

    private static let issues: ValueFormat<[Scenario.Auth.Bearer.TokenEndpoint]> = {
        let list = issue.value.list(1...Int.max)
        return ValueFormat(list.shape) { value in
            if value.kind == .array, value.node.isEmpty {
                let message = "\"issues\" is empty: no client could get a token"
                value.report(message, hint: #"write [{ "post": "/login" }]"#, see: "auth")
            }
            return list.read(value)
        } write: {
            list.write($0)
        }
    }()

    static let issue = ObjectFormat<Scenario.Auth.Bearer.TokenEndpoint>(
        "issue",
        "a request that issues tokens",
        topic: "auth",
        new: { Scenario.Auth.Bearer.TokenEndpoint(.post, "/") },
        fields: TargetFormat.fields(\.method, \.path) + [
            KeyFormat("takes", "the JSON pointer of the refresh token in the request", place, \.takes),
            KeyFormat("rotates", "whether a refresh token is valid only once", .bool) {
                fields,
                issue in
                issue.rotates = fields.value("rotates", .bool) ?? false
                guard fields["takes"] == nil, let member = fields.member("rotates") else { return true }
                let message = "\"rotates\" needs \"takes\", the JSON pointer of the refresh token"
                let hint = #"write "takes": "/refresh_token""#
                fields.reportConflict(member, message, hint: hint, see: "auth")
                return true
            } write: { issue in
                issue.rotates ? [JSON.Member("rotates", true)] : []
            },
        ],
        rules: [TargetFormat.oneMethod, .needs("rotates", ["takes"])] + TargetFormat.pathRules
    )

    /// The format of a JSON pointer to a value inside a body; the empty pointer, to the whole body, is not valid.
    private static let place = ValueFormat<JSON.Pointer>(.string(pattern: "^(/([^/~]|~[01])*)+$")) { value in
        guard let text = value.string() else { return nil }
        if let pointer = JSON.Pointer(text), !text.isEmpty { return pointer }
        let hint =
            text.hasPrefix("/")
            ? #""~" is written "~0", and "/" in a name "~1""#
            : text.isEmpty ? #"write "/access_token""# : "write \("/\(text)".quoted)"
        return value.reject(
            "\(text.quoted) does not point to a value inside a body, as \(value.noun) requires",
            hint: hint,
            see: "auth"
        )
    } write: {
        .string($0.text)
    }

    // MARK: Lifetimes of tokens

    private static let lifeHint = #"write { "uses": 3 }, "60s" or { "until": "name" }"#

    private static let life = ValueFormat<Scenario.Auth.Bearer.Lifetime>(
        .anyOf([.ref("duration"), .ref(tokenLife.keys.name)])
    ) { value in
        guard value.kind == .object else {
            guard let duration = value.duration(hint: lifeHint) else { return nil }
            if duration > .zero { return .time(duration) }
            return value.reject("\"lasts\" must be more than 0", hint: lifeHint, see: "auth")
        }
        guard let fields = tokenLife.fields(of: value),
            fields.onlyMember(none: "\"lasts\" needs \"uses\" or \"until\"", several: nil, hint: lifeHint) != nil
        else { return nil }
        return tokenLife.read(fields) ?? nil
    } write: { life in
        if case .time(let duration) = life { .string(duration.scenarioText) } else { tokenLife.write(life) }
    }

    static let tokenLife = ObjectFormat<Scenario.Auth.Bearer.Lifetime?>(
        "tokenLife",
        "\"lasts\"",
        topic: "auth",
        new: { nil },
        fields: [
            KeyFormat("uses", "the number of requests that may use a token", .integer(1...Int.max, hint: lifeHint)) {
                .uses($0)
            } take: {
                if case .uses(let count) = $0 { count } else { nil }
            },
            KeyFormat(
                "until",
                "the name whose release ends the lifetime",
                .name("\"until\" needs a name", hint: lifeHint, see: "auth")
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
        a request to a path in "protects" needs "Authorization: Bearer T" with a token that was issued in this run and is
        still valid; other requests get "denied" (401 by default) with WWW-Authenticate (RFC 6750)
        CORS preflights and the requests in "issues" need no token
        "issues": the endpoint that answers such a request issues the string at "token" ("/access_token" by default) of its
          JSON reply; a string that was issued before is replaced by a new one, so that one reply serves every login;
          if no endpoint matches, the policy sends a complete token reply
        "takes" is the pointer to the refresh token in the request's JSON body (or, by its last component, a field of a form),
          and in the replies; a refresh token that was not issued is answered 400 with "error": "invalid_grant"
        "rotates": true makes each refresh token valid once; a second use revokes all tokens of its login
        "lasts" is { "uses": 3 }, a duration ("60s"), or { "until": "name" } for `rehearsal release name`; by default unlimited
          each request with a valid token counts as a use, even if it exceeds a quota
        """#,
        example: #"""
            "auth": { "bearer": { "protects": ["/api/**"], "issues": [{ "post": "/auth/login" }, { "post": "/auth/refresh", "takes": "/refresh_token", "rotates": true }], "lasts": { "uses": 3 } } }
            """#
    )
}
