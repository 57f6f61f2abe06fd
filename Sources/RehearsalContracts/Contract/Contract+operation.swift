public import Rehearsal

extension Contract {
    /// An operation of a client, with its declared properties.
    public struct Operation: Sendable {
        /// The properties of the operation as data: everything except the functions.
        package var declared: Declaration.Operation
        /// The function that calls the operation with arguments and describes the returned value.
        package var call: @Sendable (Subject, JSON, Describe) async throws -> Returned
        /// The function that makes parallel calls; nil for a subject that does not support them.
        package var parallelCall: ParallelCall?

        /// The function that uses a screen and returns its states; nil for an operation that is not about a screen.
        package var screenCall: ScreenCall?

        /// A function that uses a screen and returns its states.
        package typealias ScreenCall =
            @Sendable (Subject, @escaping Describe, @escaping SendCheckpoint) async throws -> JSON

        /// A function that sends the request of a checkpoint and returns when it has the reply.
        package typealias SendCheckpoint = @Sendable (ScreenCheckpoint) async throws -> Void

        /// The function that acts on the rows with these indices; nil if none is declared.
        package var rowCall: (@Sendable (Subject, [Int]) async throws -> Void)?

        /// The function that describes the declared return value for the recorded reply; nil if none is declared.
        package var golden: (@Sendable (Describe) -> JSON)?

        /// A function that describes a returned value as JSON.
        package typealias Describe = @Sendable (Any) -> JSON

        /// A function that makes a number of parallel calls according to a schedule.
        package typealias ParallelCall =
            @Sendable (Subject, JSON, Int, @escaping Describe, CallSchedule) async -> [Result<Returned, any Error>]

        /// A return value that is described as JSON, and its source.
        package typealias Returned = (value: JSON, freshness: ClientOutcome.Freshness)
    }
}

extension Contract.Operation {
    /// Returns an operation with a return value.
    ///
    /// - Parameters:
    ///   - name: the name in reports: `getUser`.
    ///   - request: the expected request: `.get("/users/{id}")`.
    ///   - recorded: the reply of the real backend.
    ///   - golden: the value that the client returns for that reply.
    ///   - fields: the declared fields of the reply; without them, fewer rules apply.
    ///   - details: further properties of the operation.
    ///   - call: the function that calls it.
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
            reportingFreshness: { subject in
                (try await call(subject), .fresh)
            }
        )
    }

    /// Returns an operation with a return value whose source the client reports: the server, or the client's store.
    ///
    /// - Parameter noting: the function that calls it.
    public static func value<Value: Sendable>(
        _ name: String,
        _ request: Journal.Query,
        recorded: Contract.Recorded,
        golden: Value? = nil,
        fields: [Contract.Field]? = nil,
        _ details: Contract.Details = .init(),
        reportingFreshness call: @escaping @Sendable (Subject) async throws -> (Value, ClientOutcome.Freshness),
    ) -> Contract.Operation {
        var operation = make(name, request, recorded: recorded, fields: fields, details: details) {
            subject,
            _,
            describe in
            let (value, freshness) = try await call(subject)
            return (describe(value), freshness)
        }
        if let golden { operation.golden = { describe in describe(golden) } }
        return operation
    }

    /// Returns an operation without a return value.
    public static func void(
        _ name: String,
        _ request: Journal.Query,
        recorded: Contract.Recorded,
        _ details: Contract.Details = .init(),
        call: @escaping @Sendable (Subject) async throws -> Void,
    ) -> Contract.Operation {
        var operation = make(name, request, recorded: recorded, fields: nil, details: details) { subject, _, _ in
            try await call(subject)
            return (.null, .fresh)
        }
        operation.declared.isVoid = true
        return operation
    }

    /// Returns an operation with a return value, which rules also call with other arguments than the declared ones.
    ///
    /// - Parameter call: the function that calls it with the arguments of a case.
    public static func value<Value: Sendable>(
        _ name: String,
        _ request: Journal.Query,
        recorded: Contract.Recorded,
        golden: Value? = nil,
        fields: [Contract.Field]? = nil,
        _ details: Contract.Details = .init(),
        passingArguments call: @escaping @Sendable (Subject, JSON) async throws -> Value,
    ) -> Contract.Operation {
        var operation = make(name, request, recorded: recorded, fields: fields, details: details) {
            subject,
            arguments,
            describe in
            (describe(try await call(subject, arguments)), .fresh)
        }
        if let golden { operation.golden = { describe in describe(golden) } }
        return operation
    }

    /// Returns an operation without a return value, which rules also call with other arguments.
    ///
    /// - Parameter call: the function that calls it with the arguments of a case.
    public static func void(
        _ name: String,
        _ request: Journal.Query,
        recorded: Contract.Recorded,
        _ details: Contract.Details = .init(),
        passingArguments call: @escaping @Sendable (Subject, JSON) async throws -> Void,
    ) -> Contract.Operation {
        var operation = make(name, request, recorded: recorded, fields: nil, details: details) {
            subject,
            arguments,
            _ in
            try await call(subject, arguments)
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
        call: @escaping @Sendable (Subject, JSON, Describe) async throws -> Returned,
    ) -> Contract.Operation {
        var declared = Declaration.Operation(name, request.method, request.path.text, reply: recorded.reply)
        declared.fields = fields.map { fields in fields.map(\.declared) }
        declared.details = details.declared
        declared.args = details.declared.arguments.values
        return Contract.Operation(declared: declared, call: call)
    }
}

extension Contract.Operation {
    /// Returns this operation, with a declared action on several rows of a list, such as the deletion of two rows.
    ///
    /// - Parameters:
    ///   - list: the name of the operation that returns the list: `fetchReservations`.
    ///   - path: the path of the request for one row: `/reservations/{id}`.
    ///   - identifier: the member of a row with its identifier.
    ///   - call: the function that fetches the list and acts on the rows with these indices.
    public func onRows(
        of list: String,
        path: String,
        identifier: String = "id",
        call: @escaping @Sendable (Subject, [Int]) async throws -> Void,
    ) -> Contract.Operation {
        var operation = self
        operation.declared.rowAction = Declaration.RowAction(of: list, path: path, identifier: identifier)
        operation.rowCall = call
        return operation
    }
}

extension Contract.Operation {
    /// Returns this operation, declared to throw errors of these types, in addition to those in its details.
    ///
    /// A contract can so declare the errors that all its operations may throw:
    /// `operations.map { $0.throwing(NetworkError.self) }`.
    public func throwing(_ errorTypes: any Error.Type...) -> Contract.Operation { throwing(errorTypes) }

    /// Returns this operation, declared to throw errors of these types, in addition to those in its details.
    public func throwing(_ errorTypes: [any Error.Type]) -> Contract.Operation {
        var operation = self
        let names = errorTypes.map { String(describing: $0) }
        operation.declared.details.errorTypes = (operation.declared.details.errorTypes + names).unique
        return operation
    }
}

extension Contract.Operation where Subject: Sendable {
    /// This operation, declared as safe to call in parallel on one subject.
    public var inParallel: Contract.Operation {
        var operation = self
        let call = call
        operation.parallelCall = { subject, arguments, count, describe, schedule in
            await withTaskGroup(of: (Int, Result<Returned, any Error>).self) { group in
                for index in 0..<count {
                    group.addTask {
                        (
                            index,
                            await schedule.result(of: index) {
                                try await call(subject, arguments, describe)
                            }
                        )
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
    /// A reply of the real backend to an operation.
    public struct Recorded: Sendable, ExpressibleByStringLiteral {
        package var reply: Declaration.RecordedReply

        /// Creates a reference to an entry of a recording: `users/one` is the entry `one` in `Recordings/users.har`.
        public init(stringLiteral value: String) {
            self.init(source: .recording(value))
        }

        init(source: Declaration.RecordedReply.Source) {
            reply = Declaration.RecordedReply(200)
            reply.source = source
        }

        private init(_ reply: Declaration.RecordedReply) { self.reply = reply }

        /// Returns a reply with these bytes as its body.
        public static func reply(_ status: Int, headers: Scenario.Headers = [:], body: [UInt8] = []) -> Recorded {
            Recorded(Declaration.RecordedReply(status, headers: headers, body: body))
        }

        /// Returns a reply whose body is this JSON text, unchanged.
        public static func json(_ text: String, status: Int = 200) -> Recorded {
            reply(status, headers: ["Content-Type": "application/json"], body: Array(text.utf8))
        }
    }

    /// A field of a reply.
    public struct Field: Sendable {
        package var declared: Declaration.Field

        private init(_ path: String, _ kind: Declaration.Field.Kind, _ isRequired: Bool, _ words: [String]) {
            declared = Declaration.Field(path, kind, isRequired: isRequired, words: words)
        }

        /// Returns a field that is always present: `.required("$[*].id", .int)`.
        ///
        /// - Parameter values: the known values of an enumeration.
        public static func required(_ path: String, _ kind: Kind, values: [String] = []) -> Field {
            Field(path, kind.declared, true, values)
        }

        /// Returns a field that may be missing or null.
        ///
        /// - Parameter words: the known values of an enumeration.
        public static func optional(_ path: String, _ kind: Kind, words: [String] = []) -> Field {
            Field(path, kind.declared, false, words)
        }

        /// The kind of value in a field.
        public enum Kind: String, Sendable, Hashable, CaseIterable {
            case int, number, string, bool, date, money, `enum`, url, object, array

            var declared: Declaration.Field.Kind { Declaration.Field.Kind(rawValue: rawValue) ?? .string }
        }
    }

    /// Further properties of an operation.
    public struct Details: Sendable {
        package var declared: Declaration.Details

        /// Creates the properties; nil and empty values declare nothing.
        ///
        /// - Parameters:
        ///   - body: the expected body of the request.
        ///   - value: the client's return value for the recorded reply, as JSON, for rules that compare it.
        ///   - isIdempotent: whether a repeated request has no further effect; nil if the method determines this.
        ///   - hasIdempotencyKey: whether the requests contain the declared idempotency key.
        ///   - needsToken: whether the requests contain an access token; a request that signs in does not.
        ///   - joinsParallelCalls: whether a second call with the same arguments during the first one sends no request,
        ///     or sends the same idempotency key, as after a button was tapped twice.
        ///   - domainErrors: the app's errors by HTTP status: `[409: "spotUnavailable"]`.
        ///   - stored: the value that the client returns if the server fails, and its key in the client's store.
        ///   - refuses: the replies that the client must reject although their types are correct, by name.
        ///     Each is a dictionary of changes to the recorded reply: new values by JSON Pointer (RFC 6901).
        ///   - errorTypes: the types of the errors that a call may throw: `[ReservationError.self]`.
        ///   - arguments: the arguments of a call and their places in its requests.
        ///   - pages: the pages of the list that a call loads.
        ///   - ifMatch: the entity tag in the `If-Match` field of the requests, with its quotes.
        public init(
            body: JSON? = nil,
            value: JSON? = nil,
            isIdempotent: Bool? = nil,
            hasIdempotencyKey: Bool = false,
            needsToken: Bool = true,
            joinsParallelCalls: Bool = false,
            domainErrors: [Int: String] = [:],
            stored: (key: String, value: JSON)? = nil,
            refuses: [String: [String: JSON]] = [:],
            throws errorTypes: [any Error.Type] = [],
            arguments: DeclaredArguments = .init(),
            pages: DeclaredPages? = nil,
            ifMatch: String? = nil,
        ) {
            declared = Declaration.Details(body: body, value: value, domainErrors: domainErrors, stored: stored)
            (declared.isIdempotent, declared.hasIdempotencyKey) = (isIdempotent, hasIdempotencyKey)
            (declared.needsToken, declared.joinsParallelCalls) = (needsToken, joinsParallelCalls)
            declared.errorTypes = errorTypes.map { String(describing: $0) }
            (declared.arguments, declared.pages, declared.ifMatch) = (arguments, pages, ifMatch)
            declared.rejectedReplies = refuses.sorted { $0.key < $1.key }.map { name, changes in
                Declaration.RejectedReply(
                    name,
                    changes.sorted { $0.key < $1.key }.map { JSON.Member($0.key, $0.value) }
                )
            }
        }
    }
}
