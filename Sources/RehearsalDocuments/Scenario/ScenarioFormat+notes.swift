import Rehearsal

extension ScenarioFormat {
    /// What the names of keys alone do not say.
    package static func notes(on topic: String) -> String {
        switch topic {
        case "when": when
        case "body": body
        case "endpoint": endpoint
        case "scenario": scenario
        case "then": then
        case "template": template
        case "overlay": overlay
        case "recording": recording
        case "redaction": redaction
        case "reply": reply
        case "delay": delay
        case "fault": fault
        case "raw": raw
        case "events": events
        case "network": network
        case "auth": auth
        case "quotas": quotas
        case "idempotency": idempotency
        case "resources": resources
        default: ""
        }
    }

    private static let when = #"""
        a condition is a value, which must be equal, or an object whose keys must all hold for any value of the name
        "url" is a condition on path and query as they were sent, escapes included, for what no path of an endpoint can say
        "matches" holds if some part of the value is as the pattern says; "^…$" asks for all of it
          I-Regexp (RFC 9485): . [a-z] [^a-z] \p{Lu} \P{L} ( ) | * + ? {2} {2,} {2,5}, and beside it
          ^ $             where the value begins and ends
          \d \w \s        a digit, a letter or digit or "_", white space, each of ASCII; \D \W \S all but these
          there are no back-references, no looking around, no lazy or possessive quantifiers, no flags
        in a string of JSON each backslash is written twice: "\\d+"
        """#

    private static let scenario = """
        "extends" is a document or recording, or a list of them, that answers what this one does not
        "state" is what it begins in: a name, or variables: { "cart": "empty", "n": 0 }
        "noise" is a list of paths that are answered 204 where nothing else answers, and are never unexpected
        "cors": true gives pages of any origin leave to send requests (preflights that no endpoint answers are answered 204)
          and to read replies; without it replies are sent as they are written or were recorded
        """

    private static let endpoint = """
        which one is asked first: this file before what it extends, then the higher "priority" (0), then what lies over
          others, then one with "when" before one without, then the more specific path, then the order in the file
        a path has {name}, {name:int} or * for one segment, ** at its end for all that is left
        "afterLast" is "repeat" (the last reply goes on), "fail" (501), "cycle", or "next": the next endpoint answers
        "per" says whose turns are counted: "endpoint", "target", "{id}", "header:Authorization", "connection"
        without "replies" it lies over others: see --explain overlay
        """

    private static let body = #"""
        "json" is the whole document, "contains" a part of it: members and elements of it, and possibly more
        "at" has conditions by JSON pointer (RFC 6901): a value, which must be the same, or an object of conditions
          an object itself is { "json": { … } }
        "jsonpath" holds if the path (RFC 9535) finds something: "$.items[?@.price > 10]"
        "text" is a condition on all of it, "base64" its exact bytes
        "parts" are those of multipart/form-data by name: a condition on the text, or { "fileName", "type", "text" }
        "when" has "form" for the fields of a form
        """#

    private static let then = """
        happens with the decision, of a reply or, on an endpoint, of each of its replies; a fault at requestBody comes before
        "state" is the variable that "when": { "state": "…" } asks for; "set" has others, whose strings may be templates
        "increment" is a name, names, or amounts by name; "remove" a name or names
        "capture" takes what stands at a JSON pointer of the request's body
        """

    private static let template = """
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
        """

    private static let overlay = """
        an endpoint without "replies" answers nothing: it lays its fault, delay, pace, headers or hold over whatever
          answers below it; faults of replies stay, but what ends a reply comes once: from the uppermost
        beside "replies" the same keys hold for each of them
        """

    private static let recording = """
        "users/list" is the entry whose _name is "list" in Recordings/users.har; { "har": …, "get": … } finds it by its request
        "edit": { "/3/status": "archived" } and "remove": ["/3/note"] change a JSON body by pointer, and no other byte
        """

    private static let redaction = """
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
        """

    private static let reply = """
        one body: json, problem, text, html, base64, file, recording, events or raw; none is an empty one
        "delay" comes before the first byte: see --explain delay
        "pace" is how fast the reply is sent, "uploadPace" how fast the request's body is read: "20KB/s" (B, KB, MB)
        a reply with status 200 heeds what the request asks (RFC 9110 §13, §14):
          with ETag or Last-Modified, If-None-Match and If-Modified-Since (304), If-Match and If-Unmodified-Since (412);
          for other methods those are asked of what GET would be answered now, and a 412 changes nothing
          with "Accept-Ranges": "bytes", Range and If-Range (206, 416)
          an endpoint whose "when" names such a header field answers it itself: its reply is sent as it is
        "early": true sends the reply when the head of the request has been read, before its body
        """

    private static let delay = """
        a delay is a duration ("300ms", "1s", "2m"), which is always the same, or one that is drawn for each request:
          { "uniform": ["100ms", "300ms"] }                       any time between two
          { "lognormal": { "median": "80ms", "p99": "900ms" } }   as real servers are: one in a hundred over p99
        of a reply it comes before the first byte; { "head": …, "body": … } has one for each part
        a rate is a number and B/s, KB/s or MB/s, where 1 KB is 1,000 bytes: "20KB/s"
        """

    private static let raw = #"""
        a text, { "base64": … }, or a list of pieces: every byte of the reply, its head too, and nothing else
        lines end in \r\n; a piece is sent in a segment of its own, that long "after" the one before
        the connection is closed after them; status, headers and other bodies cannot stand beside it
        """#

    private static let events = """
        each event has its data once: "data" or "text" as it is, "json" as one line
        "after" is the time from the event before, or from the head
        "forever": true beside "events" begins again after the last; one of them then needs an "after"
        """

    private static let network = """
        states come in turn from the moment the scenario plays; after the last, connections are served
          open        served
          refusing    nobody listens; such connections are not seen, so they cannot be counted
          resetting   RST
          closing     FIN
          silent      nothing, for as long as the client stays
          bytes       those of "base64", then FIN
          slow        served, after "delay"
        "on": "accept" (if nothing is said), or "clientHello" for resetting, closing, silent and bytes
        "until": { "connections": 2 }, { "after": "10s" } or { "released": "up" }; only the last state can go without
        """
}
