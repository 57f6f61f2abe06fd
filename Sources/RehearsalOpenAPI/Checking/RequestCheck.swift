import Rehearsal

extension APIContract {
    /// The result of a check of a request.
    package struct CheckedRequest: Sendable {
        /// The index of the operation; nil if the document has none for the path and method.
        package let operation: Int?
        package let violations: [ContractViolation]
        /// The documented methods of the path.
        package let methods: [String]

        /// The violations with an effect on the exchange.
        package var errors: [ContractViolation] { violations.filter { !$0.isNote } }
    }

    /// The number of operations among which the nearest path is searched.
    private static let maximumCandidates = 200

    /// Checks a request.
    ///
    /// - Parameter hasNotes: whether the result has notes about query parameters that are not in the document.
    package func check(_ request: ContractRequest, hasNotes: Bool = true) -> CheckedRequest {
        guard let route = router.route(request.path, method: request.method) else {
            let path = String(Substring(request.path))
            // A search in all paths of a large document would take longer than the check of a known path.
            let known = document.operations.prefix(Self.maximumCandidates)
            let nearest = NearestName.of(
                path,
                in: known.lazy.flatMap { operation in operation.basePaths.map { $0 + operation.path } }
            )
            let message = "the path \(path.quoted) is not in the document"
            let expected = nearest.map { [$0] } ?? []
            let violation = ContractViolation(.unknownPath, .path, at: nil, message, expected: expected)
            return CheckedRequest(operation: nil, violations: [violation], methods: [])
        }
        // The reply to HEAD is the one to GET without content (RFC 9110 §9.3.2).
        let index = route.operations[request.method] ?? (request.method == "HEAD" ? route.operations["GET"] : nil)
        guard let index else {
            let place = route.methods.first.flatMap { route.operations[$0] }.map { operations[$0].operation.place }
            let message = "the document has no \(request.method.quoted) for the path"
            let violation = ContractViolation(.unknownMethod, .method, at: place, message, expected: route.methods)
            return CheckedRequest(operation: nil, violations: [violation], methods: route.methods)
        }
        let operation = operations[index]
        var violations = SecurityCheck(contract: self).violations(in: request, operation.operation)
        violations += typeViolations(request, operation)
        violations += ParameterCheck(contract: self).violations(
            in: request,
            operation,
            captures: route.captures,
            hasNotes: hasNotes
        )
        violations += bodyViolations(request, operation)
        return CheckedRequest(operation: index, violations: violations, methods: route.methods)
    }

    /// Returns the indices of the operations of a path; `*` stands for all methods.
    package func operations(_ path: String, method: String) -> [Int] {
        guard let route = router.route(path.utf8[...], method: method) else { return [] }
        if method == "*" { return route.operations.values.sorted() }
        return route.operations[method].map { [$0] } ?? []
    }

    // MARK: Media types

    private func typeViolations(_ request: ContractRequest, _ checked: CheckedOperation) -> [ContractViolation] {
        var violations: [ContractViolation] = []
        if !request.body.isEmpty, let body = checked.operation.requestBody, !checked.body.isEmpty,
            content(of: request, checked) == nil
        {
            let types = checked.body.map(\.type.type)
            let found = request.headers["Content-Type"].map { "is \($0.quoted)" } ?? "is missing"
            let message = "the content type \(found); the document has \(types.joined(separator: ", "))"
            let subject = ContractViolation.Subject.header("Content-Type")
            violations.append(.init(.unsupportedType, subject, at: body.place, message, expected: types))
        }
        guard let accepted = AcceptedTypes(request.headers) else { return violations }
        let successes = checked.responses.filter { $0.response.status.isSuccess }
        let responses = successes.isEmpty ? checked.responses : successes
        guard !responses.contains(where: \.content.isEmpty) else { return violations }
        let content = responses.flatMap(\.content)
        guard !content.isEmpty, !content.contains(where: { accepted.accept($0.range) }) else { return violations }
        let types = content.map(\.type.type).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        let accept = request.headers.values(of: "Accept").joined(separator: ", ")
        let message = "the client accepts \(accept.quoted); the document has \(types.joined(separator: ", "))"
        let place = content[0].type.place
        violations.append(.init(.unacceptableType, .header("Accept"), at: place, message, expected: types))
        return violations
    }

    /// Returns the documented content of a request's media type.
    private func content(of request: ContractRequest, _ checked: CheckedOperation) -> CheckedContent? {
        guard let type = request.headers["Content-Type"] else { return nil }
        return MediaRange.index(of: MediaRange(type), in: checked.body.map(\.range)).map { checked.body[$0] }
    }

    // MARK: Body

    private func bodyViolations(_ request: ContractRequest, _ checked: CheckedOperation) -> [ContractViolation] {
        guard let body = checked.operation.requestBody else { return [] }
        if request.body.isEmpty, body.isRequired {
            let types = checked.body.map(\.type.type)
            let message = "the request has no body, which is required"
            return [.init(.missingBody, .body(""), at: body.place, message, expected: types)]
        }
        // An empty body of the type of a form is a form without fields.
        if request.body.isEmpty, content(of: request, checked)?.range.isForm != true { return [] }
        guard request.isWhole, let content = content(of: request, checked) else { return [] }
        let type = request.headers["Content-Type"] ?? ""
        let message = MessageBody(bytes: request.body, type: type, direction: .request)
        return BodyCheck(contract: self).violations(of: message, content)
    }
}

extension OpenAPIResponse.Status {
    /// Whether a success may have the response.
    var isSuccess: Bool {
        switch self {
        case .exact(let status): (200..<300).contains(status)
        case .range(let digit): digit == 2
        case .default: false
        }
    }
}
