extension Scenario {
    /// The content that a reply sends after its head, or the exact bytes of the whole reply.
    public enum Body: Sendable, Hashable {
        /// No content, with `Content-Length: 0` if the status allows content.
        case none
        /// JSON; sent as `application/json` unless a header says otherwise.
        case json(JSON)
        /// Problem details (RFC 9457): sent as `application/problem+json`. The server adds `type` and `status`.
        case problem(JSON)
        /// UTF-8, sent as `text/plain; charset=utf-8` unless a header says otherwise.
        case text(String)
        /// Any bytes, with their media type if it is known.
        case bytes([UInt8], type: String? = nil)
        /// Server-sent events (WHATWG HTML §9.2), sent as `text/event-stream`. With `forever`, the sequence repeats
        /// until the client disconnects.
        case events([Event], forever: Bool = false)
        /// The exact bytes of the whole reply, including its head; the server closes the connection after them.
        case raw([Piece])

        /// Bytes of a raw reply that are sent in their own TCP segments.
        public struct Piece: Sendable, Hashable {
            /// The bytes.
            public var bytes: [UInt8]
            /// The time between the previous piece, or the matching of the request, and this piece.
            public var after: Duration

            /// Creates a piece of these bytes, sent `after` the previous piece.
            public init(_ bytes: [UInt8], after: Duration = .zero) {
                self.bytes = bytes
                self.after = after
            }

            /// Creates a piece of the UTF-8 of a text, sent `after` the previous piece.
            public init(_ text: String, after: Duration = .zero) { self.init(Array(text.utf8), after: after) }
        }

        /// A server-sent event.
        public struct Event: Sendable, Hashable {
            /// The event type; nil for a plain message.
            public var event: String?
            /// The data; each line of it becomes one `data` field of the event.
            public var data: String { didSet { json = nil } }
            /// The ID that a reconnecting client sends in `Last-Event-ID`.
            public var id: String?
            /// The reconnection time for the client, in milliseconds.
            public var retry: Int?
            /// The time between the previous event, or the head, and this event.
            public var after: Duration
            /// The data as a JSON document if it contains templates, which are rendered as JSON; nil otherwise.
            package private(set) var json: JSON?

            /// Creates an event whose data is a JSON document.
            package init(
                json: JSON,
                event: String? = nil,
                id: String? = nil,
                retry: Int? = nil,
                after: Duration = .zero,
            ) {
                let text = String(decoding: json.bytes(), as: UTF8.self)
                self.init(text, event: event, id: id, retry: retry, after: after)
                // Without templates, only the text is needed.
                if Template.isTemplate(text) { self.json = json }
            }

            /// Creates an event that is sent `after` the previous event.
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
