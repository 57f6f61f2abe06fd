import Rehearsal

/// A part of the format that can be explained.
struct Topic: Sendable {
    let name: String
    /// The facts that the names of keys alone do not say.
    let notes: String
    let example: String

    init(_ name: String, _ notes: String, example: String) {
        (self.name, self.notes, self.example) = (name, notes, example)
    }
}

/// The format of scenario documents, explained to people.
package enum ScenarioFormat {
    /// The topics in the order in which they are explained; each topic that a diagnostic names is one.
    private static let allTopics = [
        DocumentFormat.topic, EndpointFormat.topic, ConditionFormat.topic, BodyConditionFormat.topic, ReplyFormat.topic,
        ChangeFormat.topic, template, EndpointFormat.overlayTopic, TimingFormat.topic, FaultFormat.topic,
        RawFormat.topic, EventFormat.topic, NetworkFormat.topic, AuthFormat.topic, QuotaFormat.topic,
        IdempotencyFormat.topic, ResourceFormat.topic, RecordingFormat.topic, redaction, ExpectationFormat.topic,
    ]

    /// The objects, in the order in which they are explained.
    static let all: [ObjectKeys] = [
        DocumentFormat.document.keys, EndpointFormat.endpoint.keys, ConditionFormat.when.keys,
        ConditionFormat.condition.keys, BodyConditionFormat.body.keys, BodyConditionFormat.part.keys,
        ReplyFormat.reply.keys, ChangeFormat.change.keys, TimingFormat.until.keys, TimingFormat.replyDelay.keys,
        TimingFormat.delay.keys, TimingFormat.logNormal.keys, FaultFormat.keys, StageFormat.placed.keys,
        PresetGrammar.keys, RawFormat.bytes.keys, RawFormat.piece.keys, EventFormat.event.keys,
        NetworkFormat.state.keys, NetworkFormat.until.keys, RecordingFormat.request.keys,
        ExpectationFormat.expectation.keys, ExpectationFormat.bounds.keys, ExpectationFormat.gap.keys,
        AuthFormat.auth.keys, AuthFormat.bearer.keys, AuthFormat.issue.keys, AuthFormat.tokenLife.keys,
        QuotaFormat.quota.keys, IdempotencyFormat.idempotency.keys, ResourceFormat.resource.keys,
        ResourceFormat.items.keys,
    ]

    /// The names of what can be explained.
    package static let topics = allTopics.map(\.name)

    static func topic(_ name: String) -> Topic? { allTopics.first { $0.name == name } }

    /// The keys that belong there, and what their names do not say; nil for an unknown topic.
    package static func explanation(of name: String) -> String? {
        guard let topic = topic(name) else { return nil }
        let objects = all.filter { $0.topic == name }.map { "\($0.what) has: \($0.names.joined(separator: ", "))" }
        let notes = topic.notes.isEmpty ? [] : [topic.notes]
        return (objects + notes + ["for example: \(topic.example)"]).joined(separator: "\n")
    }

    /// Every key there is, once.
    package static var keys: [String] {
        var known: Set<String> = []
        return all.flatMap(\.names).filter { known.insert($0).inserted }
    }

    /// The purpose of a key, wherever it may stand; nil for one that is nowhere.
    package static func explanation(ofKey name: String) -> String? {
        var lines: [String] = []
        var topics: [String] = []
        for object in all {
            guard let field = object.fields.first(where: { $0.name == name }) else { continue }
            lines.append("\(name.quoted) in \(object.what): \(field.purpose)")
            if !topics.contains(object.topic) { topics.append(object.topic) }
        }
        guard !lines.isEmpty else { return nil }
        return (lines + topics.map { "  see: rehearsal lint --explain \($0)" }).joined(separator: "\n")
    }

    // MARK: Overview

    /// All of the format: every object with its keys, topic by topic.
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
        return (["\(object.what) has:"] + lines).joined(separator: "\n")
    }

    private static let introduction = #"""
        A scenario is JSON with comments and trailing commas, in a file that ends in .jsonc or .json:

          {
            "scenario": "outage",
            "extends": "happy-path",             // answers what this document does not
            "endpoints": [
              { "get": "/api/v1/reservations",   // {name} and * take one segment, {name:int} digits, ** the rest
                "replies": [{ "status": 503, "times": 2 }, { "json": [] }] },
            ],
            "expect": [{ "get": "/api/v1/reservations", "count": 3 }],
          }

        Which endpoint answers: that of the upper document (this one before what it extends), then the higher "priority",
        then one with "when" before one without, then the more specific path, then the first in the document. An endpoint
        without "replies" lays its delay, fault, headers or hold over whatever answers below it.

        Replies come in turn, each as often as its "times" says (once, if more follow). After the last it goes on, or ends
        with 501 if it has "times" of its own; "afterLast" says otherwise.

        Durations are "300ms", "1s" or "2m", rates "20KB/s".

        To write one: rehearsal new NAME. To check it: rehearsal lint. To ask who answers: rehearsal explain. To have an
        editor help: rehearsal schema. One topic alone: rehearsal lint --explain reply
        """#

    // MARK: Topics without an object

    private static let template = Topic(
        "template",
        """
        in strings of headers, json, problem, text, events, edit and set: {{ }} around one of
          path.id query.q header.X cookie.c form.f     of the request; the first of that name
          body  body./json/pointer  method  url
          pathname  segment.0                          the path, or one of its segments, without escapes
          state  state.name                            variables: see --explain then
          count                                        the number of the request at its endpoint, from 1
          now  now + 2h  now - 1d                      ms s m h d; | iso | iso-ms | http-date | date | unix | unix-ms
          uuid  random 1 100                           drawn from the seed
          baseURL  "{{"                                a text in quotes stands for itself
        after it, | upper, | lower, | url, | base64, | default "text" for what is not there
        | json, alone in its string, stands in the document as JSON: "{{body./n | json}}" is 5, not "5"
        """,
        example: #"{ "json": { "id": "{{path.id}}", "until": "{{now + 2h}}", "n": "{{count | json}}" } }"#
    )

    private static let redaction = Topic(
        "redaction",
        """
        what opens something, or is somebody's, has no place in a file that others read: lint fails where it sees
          a JSON Web Token, a private key, a long Bearer or Basic credential, a key whose beginning says who issued it
          (AWS, GitHub, Slack, Stripe and others), a webhook's address, a card number, and in recordings an e-mail address
        in recordings it also fails where a value has the name of a secret (a header, a parameter, a member) and looks drawn;
          it warns where such a value may be made up, and where a body is in a coding that it cannot read (br, zstd)
        a recording that is made here has a placeholder in its place: equal secrets have equal ones, "[redacted 00000001]",
          in cookies and URLs redacted-00000001; in a recorded URL, form or JSON body one stands for any value, so that
          a client that sends the real one is answered
        rules for record and inspect --normalize, --redact to take out and --keep to leave in:
          header:NAME  cookie:NAME  query:NAME (forms too)  json:/POINTER (* is any name or index)  json:NAME  pattern:REGEX
        examples are left alone: short ones, and addresses of example.com, .example, .test and .invalid (RFC 2606)
        """,
        example: #""Authorization": "Bearer [redacted 00000001]""#
    )
}
