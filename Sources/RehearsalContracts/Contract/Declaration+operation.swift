package import Rehearsal

extension Declaration {
    /// An operation of the client.
    @dynamicMemberLookup
    package struct Operation: Sendable {
        /// The name: `fetchReservations`.
        package var name: String
        package var method: Scenario.Method
        /// The path of its requests with the arguments filled in: `/api/v1/reservations/42`.
        package var path: String
        /// The arguments of its calls.
        package var args: JSON
        /// Whether the operation returns nothing.
        package var isVoid: Bool
        /// Whether the operation may be called in parallel on one client.
        package var isParallel = true
        /// The reply of the real backend.
        package var reply: RecordedReply
        /// The declared fields of the reply; nil if none are declared.
        package var fields: [Field]?
        /// Further properties. Their members can be accessed as members of the operation.
        package var details: Details

        package init(
            _ name: String,
            _ method: Scenario.Method,
            _ path: String,
            args: JSON = [:],
            isVoid: Bool = false,
            reply: RecordedReply,
            fields: [Field]? = nil,
            details: Details = Details(),
        ) {
            (self.name, self.method, self.path, self.args) = (name, method, path, args)
            (self.isVoid, self.reply, self.fields, self.details) = (isVoid, reply, fields, details)
        }

        package subscript<Member>(dynamicMember member: WritableKeyPath<Details, Member>) -> Member {
            get { details[keyPath: member] }
            set { details[keyPath: member] = newValue }
        }

        /// Whether repeating the request has no further effect (RFC 9110 §9.2.2).
        package var isIdempotent: Bool {
            get { details.isIdempotent ?? ![.post, .patch].contains(method) }
            set { details.isIdempotent = newValue }
        }

        /// The arguments of its calls, with their places in the requests.
        package var arguments: DeclaredArguments {
            var arguments = details.arguments
            arguments.values = args
            return arguments
        }

        /// The directory of the path, including the final slash: `/items/` for `/items/42`.
        var rowDirectory: String { String(path[...(path.lastIndex(of: "/") ?? path.startIndex)]) }

        /// Whether the request does not change the server's state (RFC 9110 §9.2.1).
        package var isSafe: Bool { [.get, .head, .options].contains(method) }
    }

    /// The properties of an operation that cannot be derived from its request and its recorded reply.
    package struct Details: Sendable {
        /// The expected body of the request; nil for none.
        package var body: JSON?
        /// The client's return value for the recorded reply; nil if none is declared.
        package var value: JSON?
        /// Whether repeating the request has no further effect; nil if the method determines this.
        package var isIdempotent: Bool?
        /// Whether the requests contain the declared idempotency key.
        package var hasIdempotencyKey = false
        /// Whether the requests contain an access token; a request that signs in does not.
        package var needsToken = true
        /// Whether a second call with the same arguments during the first one must have no effect of its own.
        package var joinsParallelCalls = false
        /// The app's errors by HTTP status: `409: spotUnavailable`.
        package var domainErrors: [Int: String] = [:]
        /// The value that the client returns if the server fails, and its key in the client's store, `users/1`.
        package var stored: (key: String, value: JSON)?
        /// The replies that the client must reject although their types are correct.
        package var rejectedReplies: [RejectedReply] = []
        /// The action on several rows of a list that consists of calls of the operation; nil if none is declared.
        package var rowAction: RowAction?
        /// The names of the error types that a call may throw, `ReservationError`; empty if none are declared.
        package var errorTypes: [String] = []
        /// The places of the arguments in the requests, and invalid arguments. Their values are `args`.
        package var arguments = DeclaredArguments()
        /// The pages of the list that the operation loads; nil if it loads one reply.
        package var pages: DeclaredPages?
        /// The entity tag in the `If-Match` field of its requests; nil for none.
        package var ifMatch: String?

        package init(
            body: JSON? = nil,
            value: JSON? = nil,
            domainErrors: [Int: String] = [:],
            stored: (key: String, value: JSON)? = nil,
        ) {
            (self.body, self.value, self.domainErrors, self.stored) = (body, value, domainErrors, stored)
        }
    }

    /// A reply of the real backend.
    package struct RecordedReply: Sendable {
        package var status: Int
        package var headers: Scenario.Headers
        /// The body as received.
        package var body: [UInt8]
        /// The place from which the reply is loaded; nil if it is loaded.
        package var source: Source?

        /// A place from which a reply is loaded.
        package enum Source: Sendable, Hashable {
            /// The entry of a recording with a name: `users/one`.
            case recording(String)
            /// The operation of an OpenAPI document with a name. The path is nil until a contract names the document.
            case documented(path: String?, name: String)
        }

        /// The name of the recording to load the reply from; nil if it is not loaded from a recording.
        package var recording: String? { if case .recording(let name) = source { name } else { nil } }

        package init(_ status: Int, headers: Scenario.Headers = [:], body: [UInt8] = []) {
            (self.status, self.headers, self.body) = (status, headers, body)
        }

        /// The body as a JSON document; nil if the body is not JSON.
        package var document: JSONDocument? { try? JSONDocument(parsing: body) }
    }

    /// A declared field of a reply.
    package struct Field: Sendable, Hashable {
        /// The path: `$.id`, `$[*].total_price`, `$.items[*].price`.
        package var path: String
        package var isRequired: Bool
        package var kind: Kind
        /// The known values of an enumeration; empty if none are declared.
        package var words: [String]

        package init(_ path: String, _ kind: Kind, isRequired: Bool = true, words: [String] = []) {
            (self.path, self.kind, self.isRequired, self.words) = (path, kind, isRequired, words)
        }

        /// The kind of value in a field.
        package enum Kind: String, Sendable, Hashable, CaseIterable {
            case int, number, string, bool, date, money, `enum`, url, object, array
        }
    }

    /// An action on several rows of a list, which sends a request of the operation for each row.
    package struct RowAction: Sendable, Hashable {
        /// The name of the operation that returns the list: `fetchReservations`.
        package var list: String
        /// The path of the request for one row: `/reservations/{id}`.
        package var path: String
        /// The member of a row with its identifier.
        package var identifier: String

        package init(of list: String, path: String, identifier: String = "id") {
            (self.list, self.path, self.identifier) = (list, path, identifier)
        }
    }

    /// A named change to the recorded reply. The client must reject the changed reply: `end before start`.
    package struct RejectedReply: Sendable, Hashable {
        /// The name, which is the last part of the clause's ID.
        package var name: String
        /// The new values; the name of each member is a JSON Pointer (RFC 6901).
        package var changes: [JSON.Member]

        package init(_ name: String, _ changes: [JSON.Member]) { (self.name, self.changes) = (name, changes) }

        /// The JSON Pointers of the changes, for messages: `/starts_at, /ends_at`.
        package var places: String { changes.map(\.name).joined(separator: ", ") }

        /// Returns the recorded body with the changes; nil if it has no value at one of the pointers.
        package func body(changing reply: RecordedReply) -> [UInt8]? {
            guard var document = reply.document else { return nil }
            for change in changes {
                guard let pointer = JSON.Pointer(change.name), pointer.value(in: document.root.value) != nil,
                    let bytes = document.applying(JSONDocument.Edit(pointer, change.value)),
                    let changed = try? JSONDocument(parsing: bytes)
                else { return nil }
                document = changed
            }
            return document.bytes
        }
    }
}
