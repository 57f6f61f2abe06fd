import Rehearsal

/// A part of the format with its explanation.
struct Topic: Sendable {
    let name: String
    /// The rules that the names and purposes of the keys do not state.
    let notes: String
    let example: String

    init(_ name: String, _ notes: String, example: String) {
        (self.name, self.notes, self.example) = (name, notes, example)
    }
}

/// The explanations of the format of scenario documents.
package enum ScenarioFormat {
    /// The topics in the order of the overview, including every topic that a diagnostic refers to.
    private static let allTopics = [
        DocumentFormat.topic, EndpointFormat.topic, ConditionFormat.topic, BodyConditionFormat.topic, ReplyFormat.topic,
        ChangeFormat.topic, template, EndpointFormat.overlayTopic, TimingFormat.topic, FaultFormat.topic,
        RawFormat.topic, EventFormat.topic, NetworkFormat.topic, AuthFormat.topic, QuotaFormat.topic,
        IdempotencyFormat.topic, ResourceFormat.topic, RecordingFormat.topic, redaction, ExpectationFormat.topic,
    ]

    /// The objects in the order of the overview.
    static let all: [ObjectKeys] = [
        DocumentFormat.document.keys, EndpointFormat.endpoint.keys, ConditionFormat.when.keys,
        ConditionFormat.condition.keys, BodyConditionFormat.body.keys, BodyConditionFormat.part.keys,
        ReplyFormat.reply.keys, ChangeFormat.change.keys, TimingFormat.until.keys, TimingFormat.replyDelay.keys,
        TimingFormat.delay.keys, TimingFormat.logNormal.keys, FaultFormat.keys, StageFormat.positioned.keys,
        PresetGrammar.keys, RawFormat.bytes.keys, RawFormat.piece.keys, EventFormat.event.keys,
        NetworkFormat.state.keys, NetworkFormat.until.keys, RecordingFormat.request.keys,
        ExpectationFormat.expectation.keys, ExpectationFormat.bounds.keys, ExpectationFormat.gap.keys,
        AuthFormat.auth.keys, AuthFormat.bearer.keys, AuthFormat.issue.keys, AuthFormat.tokenLife.keys,
        QuotaFormat.quota.keys, IdempotencyFormat.idempotency.keys, ResourceFormat.resource.keys,
        ResourceFormat.items.keys,
    ]

    /// The names of the topics.
    package static let topics = allTopics.map(\.name)

    static func topic(_ name: String) -> Topic? { allTopics.first { $0.name == name } }

    /// Returns the keys and the rules of a topic; nil for an unknown topic.
    package static func explanation(of name: String) -> String? {
        guard let topic = topic(name) else { return nil }
        let objects = all.filter { $0.topic == name }.map { "\($0.noun) has: \($0.names.joined(separator: ", "))" }
        let notes = topic.notes.isEmpty ? [] : [topic.notes]
        return (objects + notes + ["for example: \(topic.example)"]).joined(separator: "\n")
    }

    /// Every key of the format, once.
    package static var keys: [String] {
        var known: Set<String> = []
        return all.flatMap(\.names).filter { known.insert($0).inserted }
    }

    /// Returns the purposes of a key in all objects that have it; nil for an unknown key.
    package static func explanation(ofKey name: String) -> String? {
        var lines: [String] = []
        var topics: [String] = []
        for object in all {
            guard let field = object.fields.first(where: { $0.name == name }) else { continue }
            lines.append("\(name.quoted) in \(object.noun): \(field.purpose)")
            if !topics.contains(object.topic) { topics.append(object.topic) }
        }
        guard !lines.isEmpty else { return nil }
        return (lines + topics.map { "  see: rehearsal lint --explain \($0)" }).joined(separator: "\n")
    }

    // MARK: Overview

    /// The explanation of the whole format: every object with its keys, topic by topic.
    package static var overview: String {
        let parts = allTopics.map { topic in
            let title = "\(topic.name.uppercased())\n\(String(repeating: "-", count: topic.name.count))"
            let objects = all.filter { $0.topic == topic.name }.map(listing)
            let notes = topic.notes.isEmpty ? [] : [topic.notes]
            return ([title] + objects + notes + ["for example: \(topic.example)"]).joined(separator: "\n\n")
        }
        return ([introduction] + parts).joined(separator: "\n\n")
    }

    private static func listing(_ object: ObjectKeys) -> String {
        let width = object.names.map(\.count).max() ?? 0
        let lines = object.fields.map { field in
            "  " + field.name + String(repeating: " ", count: width - field.name.count + 2) + field.purpose
        }
        return (["\(object.noun) has:"] + lines).joined(separator: "\n")
    }

    private static let introduction = #"""
        A scenario is JSON with comments and trailing commas, in a file that ends in .jsonc or .json:

          {
            "scenario": "outage",
            "extends": "happy-path",             // answers the requests that this document does not match
            "endpoints": [
              { "get": "/api/v1/reservations",   // {name} and * match one segment, {name:int} digits, ** the rest
                "replies": [{ "status": 503, "times": 2 }, { "json": [] }] },
            ],
            "expect": [{ "get": "/api/v1/reservations", "count": 3 }],
          }

        If several endpoints match a request, the server uses the first in this order: an endpoint of this document before one
        of a document that it extends, then the higher "priority", then one with "when" before one without, then the more
        specific path, then the first in the document. An endpoint without "replies" applies its delay, fault, headers or
        hold to the reply of the next matching endpoint.

        Replies are sent in order, each "times" times (by default once). The last one repeats; if it has "times", further
        requests are answered 501. "afterLast" changes what follows the last reply.

        Write a duration as "300ms", "1s" or "2m", and a rate as "20KB/s".

        To create a scenario: rehearsal new NAME. To check it: rehearsal lint. To see which endpoint answers a request:
        rehearsal explain. To get completion in an editor: rehearsal schema. For one topic: rehearsal lint --explain reply
        """#

    // MARK: Topics without an object

    private static let template = Topic(
        "template",
        """
        strings of headers, json, problem, text, events, edit and set may contain {{ }} around one of these expressions:
          path.id query.q header.X cookie.c form.f     of the request; the first value of that name
          body  body./json/pointer  method  url
          pathname  segment.0                          the path, or one of its segments, percent-decoded
          state  state.name                            variables: see --explain then
          count                                        the number of the request at its endpoint, from 1
          now  now + 2h  now - 1d                      units: ms s m h d; | iso | iso-ms | http-date | date | unix | unix-ms
                                                       | rfc850-date | asctime-date
          uuid  random 1 100                           random values, which depend on the seed
          baseURL  "{{"                                the URL of the server; a quoted text is inserted unchanged
        filters: | upper | lower | url | base64, and | default "text", which replaces an absent value
        | json must be alone in its string, and inserts the value as JSON: "{{body./n | json}}" becomes 5, not "5"
        """,
        example: #"{ "json": { "id": "{{path.id}}", "until": "{{now + 2h}}", "n": "{{count | json}}" } }"#
    )

    private static let redaction = Topic(
        "redaction",
        """
        a file that is shared must not contain secrets or personal data: lint reports an error for
          a JSON Web Token, a private key, a long Bearer or Basic credential, a key with the prefix of its issuer
          (AWS, GitHub, Slack, Stripe and others), the URL of a webhook, a card number, and in recordings an e-mail address
        in recordings it also reports a random value under the name of a secret (a header, a parameter, a member);
          it warns about such a value that may be an example, and about a body in a coding that it cannot read (br, zstd)
        rehearsal writes placeholders into its recordings: equal secrets become equal placeholders, "[redacted 00000001]",
          in cookies and URLs redacted-00000001; in a recorded URL, form or JSON body a placeholder matches any value, so that
          a client that sends the real value gets the reply
        rules for record and inspect --normalize: --redact removes a value, --keep retains it:
          header:NAME  cookie:NAME  query:NAME (forms too)  json:/POINTER (* is any name or index)  json:NAME  pattern:REGEX
        lint ignores examples: short values, and addresses of example.com, .example, .test and .invalid (RFC 2606)
        """,
        example: #""Authorization": "Bearer [redacted 00000001]""#
    )
}
