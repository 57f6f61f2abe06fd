extension Scenario.Condition {
    /// The information that conditions read in addition to the head of a request.
    package struct MatchContext {
        /// The body; nil while the server has not read it.
        package var body: ObservedBody?
        /// The path pattern that defines the placeholders.
        package var segments: [Scenario.PathPattern.Segment] = []
        /// Whether the connection has carried an earlier request.
        package var isReused = false
        /// The variables of the scenario; nil if unknown.
        package var variables: [String: JSON]?

        package init(
            body: ObservedBody? = nil,
            segments: [Scenario.PathPattern.Segment] = [],
            isReused: Bool = false,
            variables: [String: JSON]? = nil,
        ) {
            self.body = body
            self.segments = segments
            self.isReused = isReused
            self.variables = variables
        }
    }

    /// The result of evaluating a condition.
    package enum Evaluation {
        case holds
        /// The condition depends on information that is not known yet.
        case undecided
        case fails(Failure)

        package var isFailure: Bool { if case .fails = self { true } else { false } }
    }

    /// The part of a condition that failed. Its message is built only on demand.
    package indirect enum Failure {
        case named(Component, Named)
        case url(Value)
        case exactQuery([QueryItem])
        case body(Scenario.BodyCondition)
        case connection(ConnectionUse)
        /// None of the alternatives holds; this is the failure of the first.
        case any(Failure)
        /// A negated condition holds.
        case not(Scenario.Condition)
    }

    /// A part of the request, or the state, whose values have names.
    package enum Component: CaseIterable {
        case headers, query, cookies, path, form, state
    }

    /// Evaluates the condition for the known parts of a request.
    package func evaluate(for head: RequestHead, in bytes: Span<UInt8>, _ context: MatchContext = MatchContext())
        -> Evaluation
    {
        var isUndecided = false
        for part in Component.allCases {
            for named in conditions(on: part) {
                guard let values = Self.values(of: part, named.name, head, bytes, context) else {
                    isUndecided = true
                    continue
                }
                if !named.value.holds(forAnyOf: values) { return .fails(.named(part, named)) }
            }
        }
        if let url, !url.holds(forAnyOf: [Self.url(head, bytes)]) { return .fails(.url(url)) }
        if let exactQuery, !exactQuery.isEmpty || head.query != nil {
            let items = Self.queryItems(head, bytes)
            if Self.failureText(of: items, from: exactQuery) != nil { return .fails(.exactQuery(exactQuery)) }
        }
        if let connection, (connection == .reused) != context.isReused { return .fails(.connection(connection)) }
        for condition in body {
            guard let observed = context.body else {
                isUndecided = true
                continue
            }
            if !condition.holds(for: observed) { return .fails(.body(condition)) }
        }
        return compound(head, bytes, context, isUndecided: isUndecided)
    }

    private func compound(_ head: RequestHead, _ bytes: Span<UInt8>, _ context: MatchContext, isUndecided: Bool)
        -> Evaluation
    {
        var isUndecided = isUndecided
        for condition in all {
            switch condition.evaluate(for: head, in: bytes, context) {
            case .holds: break
            case .undecided: isUndecided = true
            case .fails(let failure): return .fails(failure)
            }
        }
        for condition in not {
            switch condition.evaluate(for: head, in: bytes, context) {
            case .holds: return .fails(.not(condition))
            case .undecided: isUndecided = true
            case .fails: break
            }
        }
        var firstFailure: Failure?
        var anyHolds = any.isEmpty
        var mayHold = false
        for condition in any where !anyHolds {
            switch condition.evaluate(for: head, in: bytes, context) {
            case .holds: anyHolds = true
            case .undecided: mayHold = true
            case .fails(let failure): firstFailure = firstFailure ?? failure
            }
        }
        if !anyHolds, !mayHold, let firstFailure { return .fails(.any(firstFailure)) }
        return isUndecided || !anyHolds ? .undecided : .holds
    }

    package func conditions(on part: Component) -> [Named] {
        switch part {
        case .headers: headers
        case .query: query
        case .cookies: cookies
        case .path: path
        case .form: form
        case .state: state
        }
    }

    /// Returns the values of a request for a name; nil if they are not known yet.
    static func values(
        of part: Component,
        _ name: String,
        _ head: RequestHead,
        _ bytes: Span<UInt8>,
        _ context: MatchContext,
    ) -> [[UInt8]]? {
        switch part {
        case .headers: bytes.values(ofHeader: name, in: head)
        case .query: values(named: name, in: queryItems(head, bytes))
        case .cookies: bytes.values(ofCookie: name, in: head)
        case .path: bytes.capture(name, of: context.segments, in: head).map { [$0] } ?? []
        case .form: context.body.map { values(named: name, in: $0.form) }
        case .state: context.variables.map { $0[name].map { [$0.plainText] } ?? [] }
        }
    }

    /// Returns the path and query of the target, without the host of an absolute-form target.
    static func url(_ head: RequestHead, _ bytes: Span<UInt8>) -> [UInt8] {
        bytes.bytes(head.path) + (head.query.map { [UInt8(ascii: "?")] + bytes.bytes($0) } ?? [])
    }

    private static func values(named name: String, in items: [QueryItem]) -> [[UInt8]] {
        let name = Array(name.utf8)
        return items.compactMap { $0.name == name ? $0.value : nil }
    }

    /// Returns the query parameters, split at `&` and `=`, with escapes and `+` decoded as in a form.
    static func queryItems(_ head: RequestHead, _ bytes: Span<UInt8>) -> [QueryItem] {
        guard let query = head.query else { return [] }
        return queryItems(bytes.bytes(query))
    }

    package static func queryItems(_ query: [UInt8]) -> [QueryItem] {
        query.split(separator: UInt8(ascii: "&")).map { part in
            let halves = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            return QueryItem(
                name: PercentEncoding.decoded(Array(halves[0]), plusIsSpace: true),
                value: halves.count > 1 ? PercentEncoding.decoded(Array(halves[1]), plusIsSpace: true) : []
            )
        }
    }
}
