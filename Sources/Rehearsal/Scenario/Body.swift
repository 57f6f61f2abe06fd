extension Scenario {
    /// What a reply carries after its head, or instead of a head of its own.
    public enum Body: Sendable, Hashable {
        /// No content; `Content-Length: 0` where the status allows content.
        case none
        /// Sent as `application/json` unless a header says otherwise.
        case json(JSON)
        /// Problem details (RFC 9457): sent as `application/problem+json`, with `type` and `status` filled in.
        case problem(JSON)
        /// UTF-8, sent as `text/plain; charset=utf-8` unless a header says otherwise.
        case text(String)
        /// Any bytes, with a media type if one is known.
        case bytes([UInt8], type: String? = nil)
        /// Server-sent events (WHATWG HTML §9.2), sent as `text/event-stream`;
        /// for ever from the first again if so said.
        case events([Event], forever: Bool = false)
        /// The exact bytes of the whole reply, its head too; the connection is closed after them.
        case raw([Piece])

        /// Some bytes of a raw reply, sent in segments of their own.
        public struct Piece: Sendable, Hashable {
            /// The bytes.
            public var bytes: [UInt8]
            /// From the piece before, or from the decision, to this one.
            public var after: Duration

            /// Bytes that are sent that long after those before them.
            public init(_ bytes: [UInt8], after: Duration = .zero) {
                self.bytes = bytes
                self.after = after
            }

            /// The UTF-8 of a text, sent that long after what is before it.
            public init(_ text: String, after: Duration = .zero) { self.init(Array(text.utf8), after: after) }
        }

        /// One server-sent event.
        public struct Event: Sendable, Hashable {
            /// Its type; nil for a plain message.
            public var event: String?
            /// Its data; each line of it becomes one of the event's.
            public var data: String { didSet { json = nil } }
            /// What a client that reconnects says it has seen.
            public var id: String?
            /// How long a client that reconnects waits, in milliseconds.
            public var retry: Int?
            /// From the event before, or from the head, to this one.
            public var after: Duration
            /// The document that the data is the text of, where its strings hold templates: they are filled in as JSON.
            package private(set) var json: JSON?

            /// An event whose data is a document.
            package init(
                json: JSON,
                event: String? = nil,
                id: String? = nil,
                retry: Int? = nil,
                after: Duration = .zero,
            ) {
                let text = String(decoding: json.bytes(), as: UTF8.self)
                self.init(text, event: event, id: id, retry: retry, after: after)
                // Without templates, it is as good as its text.
                if Template.isTemplate(text) { self.json = json }
            }

            /// An event that is sent that long after the one before it.
            public init(
                _ data: String,
                event: String? = nil,
                id: String? = nil,
                retry: Int? = nil,
                after: Duration = .zero,
            ) {
                self.event = event
                self.data = data
                self.id = id
                self.retry = retry
                self.after = after
            }
        }
    }
}
