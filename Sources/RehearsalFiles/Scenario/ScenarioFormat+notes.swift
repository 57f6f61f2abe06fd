import Rehearsal

extension ScenarioFormat {
    /// What the names of keys alone do not say.
    static func notes(on topic: String) -> String {
        switch topic {
        case "when": when
        case "reply": reply
        case "delay": delay
        case "fault": fault
        case "raw": raw
        case "events": events
        case "network": network
        case "auth": auth
        default: ""
        }
    }

    private static let when = #"""
        a condition is a value, which must be equal, or an object whose keys must all hold for any value of the name
        "matches" holds if some part of the value is as the pattern says; "^…$" asks for all of it
          I-Regexp (RFC 9485): . [a-z] [^a-z] \p{Lu} \P{L} ( ) | * + ? {2} {2,} {2,5}, and beside it
          ^ $             where the value begins and ends
          \d \w \s        a digit, a letter or digit or "_", white space, each of ASCII; \D \W \S all but these
          there are no back-references, no looking around, no lazy or possessive quantifiers, no flags
        in a string of JSON each backslash is written twice: "\\d+"
        """#

    private static let reply = """
        one body: json, problem, text, base64, file, recording, events or raw; none is an empty one
        "delay" comes before the first byte: see --explain delay
        "pace" is how fast the reply is sent, "uploadPace" how fast the request's body is read: "20KB/s" (B, KB, MB)
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
