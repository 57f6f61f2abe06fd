import Rehearsal

/// The check of the parameters of a request.
struct ParameterCheck {
    let contract: APIContract

    /// - Parameter captures: the values of the placeholders of the path, as the client sent them.
    func violations(
        in request: ContractRequest,
        _ checked: CheckedOperation,
        _ captures: [String]
    ) -> [ContractViolation] {
        let query = SerializedPair.pairs(request.query)
        let texts = ParameterTexts(
            path: zip(checked.placeholders, captures).map { ($0, $1) },
            query: query,
            cookies: request.cookies,
            headers: request.headers
        )
        var violations: [ContractViolation] = []
        for parameter in checked.parameters {
            violations += self.violations(of: parameter, texts, checked)
        }
        return violations + unknownParameters(query, checked)
    }

    private func violations(
        of checked: CheckedParameter,
        _ texts: ParameterTexts,
        _ operation: CheckedOperation
    ) -> [ContractViolation] {
        let parameter = checked.parameter
        do throws(SerializedValue.Mismatch) {
            switch try texts.value(of: checked, operation) {
            case .absent:
                guard parameter.isRequired else { return [] }
                let message = "the \(checked.subject) is missing"
                return [.init(.missingParameter, checked.subject, at: parameter.place, message)]
            case .empty where parameter.allowsEmptyValue: return []
            case .empty: return violations(of: .text(""), checked)
            case .present(let value): return violations(of: value, checked)
            }
        } catch {
            let message = "the \(checked.subject) \(error.message); its form is \(error.expected.quoted)"
            let place = parameter.place
            return [.init(.malformedParameter, checked.subject, at: place, message, expected: [error.expected])]
        }
    }

    private func violations(of value: SerializedValue, _ checked: CheckedParameter) -> [ContractViolation] {
        let context = ValueContext(
            subject: checked.subject,
            place: checked.parameter.place,
            malformed: .malformedParameter,
            invalid: .invalidParameter,
            direction: .request
        )
        return ValueCheck(contract: contract).violations(of: value, checked.value, context)
    }

    /// Returns a note for each query parameter that is not in the document.
    private func unknownParameters(_ query: [SerializedPair], _ checked: CheckedOperation) -> [ContractViolation] {
        let readers = checked.parameters.filter { $0.parameter.location == .query }.map(\.reader)
        guard !readers.contains(where: \.claimsOtherNames) else { return [] }
        var seen: Set<String> = []
        return query.compactMap { pair in
            guard !readers.contains(where: { $0.claims(pair) }), !isKey(pair.name), seen.insert(pair.name).inserted
            else { return nil }
            let subject = ContractViolation.Subject.parameter(.query, pair.name)
            let known = readers.map(\.name)
            let nearest = NearestName.of(pair.name, in: known).map { "; did you mean \($0.quoted)?" } ?? ""
            let message = "the \(subject) is not in the document\(nearest)"
            return .init(.unknownParameter, subject, at: checked.operation.place, message, expected: known)
        }
    }

    /// Returns whether a query parameter is the key of a security scheme.
    private func isKey(_ name: String) -> Bool {
        contract.document.securitySchemes.contains { $0.kind == .apiKey(name: name, location: .query) }
    }
}

/// The texts of a request from which its parameters are read.
private struct ParameterTexts {
    let path: [(name: String, raw: String)]
    let query: [SerializedPair]
    let cookies: [SerializedPair]
    let headers: Scenario.Headers

    enum Found {
        case absent
        /// A query parameter without a value.
        case empty
        case present(SerializedValue)
    }

    func value(
        of checked: CheckedParameter,
        _ operation: CheckedOperation
    ) throws(SerializedValue.Mismatch) -> Found {
        let name = checked.parameter.name
        switch checked.parameter.location {
        case .path:
            guard let raw = path.first(where: { $0.name == name })?.raw else { return .absent }
            return .present(try checked.reader.value(of: raw))
        case .header:
            let values = headers.values(of: name)
            guard !values.isEmpty else { return .absent }
            return .present(try checked.reader.value(of: values.joined(separator: ",")))
        case .query: return try value(in: query, checked, operation)
        case .cookie: return try value(in: cookies, checked, operation)
        }
    }

    private func value(
        in pairs: [SerializedPair],
        _ checked: CheckedParameter,
        _ operation: CheckedOperation
    ) throws(SerializedValue.Mismatch) -> Found {
        let reader = checked.reader
        var own = pairs.filter { reader.claims($0) }
        if reader.claimsOtherNames {
            let others = operation.parameters.filter {
                $0.parameter.location == checked.parameter.location && $0.parameter.name != checked.parameter.name
            }
            own = pairs.filter { pair in !others.contains { $0.reader.claims(pair) } }
        }
        guard !own.isEmpty else { return .absent }
        if own.count == 1, own[0].raw.isEmpty, own[0].name == checked.parameter.name { return .empty }
        return .present(try reader.value(of: own))
    }
}
