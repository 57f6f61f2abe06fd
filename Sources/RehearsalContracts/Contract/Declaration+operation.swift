package import Rehearsal

extension Declaration {
    /// One thing that the client can be asked to do.
    @dynamicMemberLookup
    package struct Operation: Sendable {
        /// What it is called: `fetchReservations`.
        package var name: String
        package var method: Scenario.Method
        /// The path that it must ask for, with the arguments below filled in: `/api/v1/reservations/42`.
        package var path: String
        /// What the subject is given to call it with.
        package var args: JSON
        /// Whether it returns nothing.
        package var isVoid: Bool
        /// Whether one client may be asked for it in parallel.
        package var isParallel = true
        /// What the real backend answers.
        package var reply: RecordedReply
        /// What stands in the answer; nil if nobody said.
        package var fields: [Field]?
        /// What else is declared of it; its members are also members of the operation.
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

        /// Whether sending it twice does no more than sending it once (RFC 9110 §9.2.2).
        package var isIdempotent: Bool {
            get { details.isIdempotent ?? ![.post, .patch].contains(method) }
            set { details.isIdempotent = newValue }
        }

        /// Whether it changes nothing at the server (RFC 9110 §9.2.1).
        package var isSafe: Bool { [.get, .head, .options].contains(method) }
    }

    /// The facts about an operation that neither its request nor its recorded answer shows.
    package struct Details: Sendable {
        /// The body that it must send; nil for none.
        package var body: JSON?
        /// What the client returns for the recorded answer; nil if nobody said.
        package var value: JSON?
        /// Whether sending it twice does no more than sending it once; nil where its method tells.
        package var isIdempotent: Bool?
        /// Whether its requests carry the declared idempotency key.
        package var hasIdempotencyKey = false
        /// Whether it is asked for with a token; signing in is how the first one comes.
        package var needsToken = true
        /// What a status means to the app: `409: spotUnavailable`.
        package var domainErrors: [Int: String] = [:]
        /// Where in the client's store what it would fall back to lies, `users/1`, and what lies there.
        package var stored: (key: String, value: JSON)?
        /// Answers that the client must refuse, although their types are right.
        package var refused: [RefusedAnswer] = []

        package init(
            body: JSON? = nil,
            value: JSON? = nil,
            domainErrors: [Int: String] = [:],
            stored: (key: String, value: JSON)? = nil,
        ) {
            (self.body, self.value, self.domainErrors, self.stored) = (body, value, domainErrors, stored)
        }
    }

    /// What the real backend answered.
    package struct RecordedReply: Sendable {
        package var status: Int
        package var headers: Scenario.Headers
        /// As it arrived.
        package var body: [UInt8]
        /// The name of the recorded answer, `users/one`, as long as it is still to be found.
        package var recording: String?

        package init(_ status: Int, headers: Scenario.Headers = [:], body: [UInt8] = []) {
            (self.status, self.headers, self.body) = (status, headers, body)
        }

        /// The body as a document; nil if it is none.
        package var document: JSONDocument? { try? JSONDocument(parsing: body) }
    }

    /// Something that stands in an answer, and what it is.
    package struct Field: Sendable, Hashable {
        /// Where: `$.id`, `$[*].total_price`, `$.items[*].price`.
        package var path: String
        package var isRequired: Bool
        package var kind: Kind
        /// The words of an enumeration that the client knows; empty if none are declared.
        package var words: [String]

        package init(_ path: String, _ kind: Kind, isRequired: Bool = true, words: [String] = []) {
            (self.path, self.kind, self.isRequired, self.words) = (path, kind, isRequired, words)
        }

        package enum Kind: String, Sendable, Hashable, CaseIterable {
            case int, number, string, bool, date, money, `enum`, url, object, array
        }
    }

    /// The recorded answer with values that are impossible for the app: `end before start`.
    package struct RefusedAnswer: Sendable, Hashable {
        /// The last part of the name of a clause.
        package var name: String
        /// The changed places, as JSON Pointers (RFC 6901), with their values.
        package var changes: [JSON.Member]

        package init(_ name: String, _ changes: [JSON.Member]) { (self.name, self.changes) = (name, changes) }

        /// The changed places, for people: `/starts_at, /ends_at`.
        package var places: String { changes.map(\.name).joined(separator: ", ") }

        /// The body of the changed answer; nil where the recorded one has no such place.
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
