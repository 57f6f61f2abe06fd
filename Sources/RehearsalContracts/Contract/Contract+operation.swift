public import Rehearsal

extension Contract {
    /// One thing that a client can be asked to do, and what is known of it.
    public struct Operation: Sendable {
        /// Everything but how it is called.
        package var declared: Declaration.Operation
        /// Calls it, and describes what it returns.
        package var call: @Sendable (Subject, Describe) async throws -> Returned
        /// Calls it so many times at once; nil for a subject that is not to be asked in parallel.
        package var callAtOnce: (@Sendable (Subject, Int, @escaping Describe) async -> [Result<Returned, any Error>])?

        /// Describes what the client returns for the recorded answer; nil if nobody said what that is.
        package var golden: (@Sendable (Describe) -> JSON)?

        package typealias Describe = @Sendable (Any) -> JSON

        /// What a call has returned, described, and where it is from.
        package typealias Returned = (value: JSON, freshness: ClientOutcome.Freshness)
    }
}

extension Contract.Operation {
    /// An operation that returns a value.
    ///
    /// - Parameters:
    ///   - name: what it is called in reports: `getUser`.
    ///   - request: what it must ask: `.get("/users/{id}")`.
    ///   - recorded: what the real backend answers.
    ///   - golden: what the client returns for that.
    ///   - fields: what stands in the answer; without them fewer rules can be tried.
    ///   - details: what else there is to say of it.
    ///   - call: calls it.
    public static func value<Value: Sendable>(
        _ name: String,
        _ request: Journal.Query,
        recorded: Contract.Recorded,
        golden: Value? = nil,
        fields: [Contract.Field]? = nil,
        _ details: Contract.Details = .init(),
        call: @escaping @Sendable (Subject) async throws -> Value,
    ) -> Contract.Operation {
        value(
            name,
            request,
            recorded: recorded,
            golden: golden,
            fields: fields,
            details,
            noting: { subject in
                (try await call(subject), .fresh)
            }
        )
    }

    /// An operation that returns a value and says where it is from: from the server,
    /// or from what the client has stored.
    ///
    /// - Parameter noting: calls it.
    public static func value<Value: Sendable>(
        _ name: String,
        _ request: Journal.Query,
        recorded: Contract.Recorded,
        golden: Value? = nil,
        fields: [Contract.Field]? = nil,
        _ details: Contract.Details = .init(),
        noting call: @escaping @Sendable (Subject) async throws -> (Value, ClientOutcome.Freshness),
    ) -> Contract.Operation {
        var operation = make(name, request, recorded: recorded, fields: fields, details: details) { subject, describe in
            let (value, freshness) = try await call(subject)
            return (describe(value), freshness)
        }
        if let golden { operation.golden = { describe in describe(golden) } }
        return operation
    }

    /// An operation that returns nothing.
    public static func void(
        _ name: String,
        _ request: Journal.Query,
        recorded: Contract.Recorded,
        _ details: Contract.Details = .init(),
        call: @escaping @Sendable (Subject) async throws -> Void,
    ) -> Contract.Operation {
        var operation = make(name, request, recorded: recorded, fields: nil, details: details) { subject, _ in
            try await call(subject)
            return (.null, .fresh)
        }
        operation.declared.isVoid = true
        return operation
    }

    private static func make(
        _ name: String,
        _ request: Journal.Query,
        recorded: Contract.Recorded,
        fields: [Contract.Field]?,
        details: Contract.Details,
        call: @escaping @Sendable (Subject, Describe) async throws -> Returned,
    ) -> Contract.Operation {
        var declared = Declaration.Operation(name, request.method, request.path.text, reply: recorded.reply)
        declared.fields = fields.map { fields in fields.map(\.declared) }
        declared.details = details.declared
        return Contract.Operation(declared: declared, call: call)
    }
}

extension Contract.Operation where Subject: Sendable {
    /// The same operation, which may also be called many times at once.
    public var inParallel: Contract.Operation {
        var operation = self
        let call = call
        operation.callAtOnce = { subject, count, describe in
            await withTaskGroup(of: (Int, Result<Returned, any Error>).self) { group in
                for index in 0..<count {
                    group.addTask {
                        do { return (index, .success(try await call(subject, describe))) } catch {
                            return (index, .failure(error))
                        }
                    }
                }
                var results: [(Int, Result<Returned, any Error>)] = []
                for await result in group { results.append(result) }
                return results.sorted { $0.0 < $1.0 }.map(\.1)
            }
        }
        return operation
    }
}

extension Contract {
    /// What the real backend answers to an operation.
    public struct Recorded: Sendable, ExpressibleByStringLiteral {
        package var reply: Declaration.RecordedReply

        /// An entry of a recording: `users/one` is the one called `one` in `Recordings/users.har`.
        public init(stringLiteral value: String) {
            reply = Declaration.RecordedReply(200)
            reply.recording = value
        }

        private init(_ reply: Declaration.RecordedReply) { self.reply = reply }

        /// An answer as it would arrive.
        public static func reply(_ status: Int, headers: Scenario.Headers = [:], body: [UInt8] = []) -> Recorded {
            Recorded(Declaration.RecordedReply(status, headers: headers, body: body))
        }

        /// A document as it would arrive, character by character.
        public static func json(_ text: String, status: Int = 200) -> Recorded {
            reply(status, headers: ["Content-Type": "application/json"], body: Array(text.utf8))
        }
    }

    /// Something that stands in an answer.
    public struct Field: Sendable {
        package var declared: Declaration.Field

        private init(_ path: String, _ kind: Declaration.Field.Kind, _ isRequired: Bool, _ words: [String]) {
            declared = Declaration.Field(path, kind, isRequired: isRequired, words: words)
        }

        /// A field that is always there: `.required("$[*].id", .int)`.
        ///
        /// - Parameter words: of an enumeration, the words that the client knows.
        public static func required(_ path: String, _ kind: Kind, words: [String] = []) -> Field {
            Field(path, kind.declared, true, words)
        }

        /// A field that may be missing or null.
        ///
        /// - Parameter words: of an enumeration, the words that the client knows.
        public static func optional(_ path: String, _ kind: Kind, words: [String] = []) -> Field {
            Field(path, kind.declared, false, words)
        }

        /// What a field holds.
        public enum Kind: String, Sendable, Hashable, CaseIterable {
            case int, number, string, bool, date, money, `enum`, url, object, array

            var declared: Declaration.Field.Kind { Declaration.Field.Kind(rawValue: rawValue) ?? .string }
        }
    }

    /// What else there is to say of an operation.
    public struct Details: Sendable {
        package var declared: Declaration.Details

        /// Details; nil and empty where there is nothing to say.
        ///
        /// - Parameters:
        ///   - body: what it must send.
        ///   - value: what the client returns for the recorded answer, as a document: for rules that look into it.
        ///   - isIdempotent: where the method does not tell.
        ///   - hasIdempotencyKey: whether its requests carry the declared key.
        ///   - needsToken: whether it is asked for with a token; signing in is not.
        ///   - domainErrors: what a status means to the app: `[409: "spotUnavailable"]`.
        ///   - stored: what the client falls back to: the key in its store, and what lies there.
        ///   - refuses: answers that the client must refuse although their types are right, by name: the values that
        ///     are changed in the recorded answer, by JSON Pointer (RFC 6901).
        public init(
            body: JSON? = nil,
            value: JSON? = nil,
            isIdempotent: Bool? = nil,
            hasIdempotencyKey: Bool = false,
            needsToken: Bool = true,
            domainErrors: [Int: String] = [:],
            stored: (key: String, value: JSON)? = nil,
            refuses: [String: [String: JSON]] = [:],
        ) {
            declared = Declaration.Details(body: body, value: value, domainErrors: domainErrors, stored: stored)
            (declared.isIdempotent, declared.hasIdempotencyKey) = (isIdempotent, hasIdempotencyKey)
            declared.needsToken = needsToken
            declared.refused = refuses.sorted { $0.key < $1.key }.map { name, changes in
                Declaration.RefusedAnswer(
                    name,
                    changes.sorted { $0.key < $1.key }.map { JSON.Member($0.key, $0.value) }
                )
            }
        }
    }
}
