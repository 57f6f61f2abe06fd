import Rehearsal

/// The check of the parameters of a request.
struct ParameterCheck {
    let contract: APIContract

    private static let maximumNotes = 20

    /// - Parameters:
    ///   - captures: the values of the placeholders of the path, as the client sent them.
    ///   - hasNotes: whether query parameters that are not in the document are reported.
    func violations(
        in request: ContractRequest,
        _ checked: CheckedOperation,
        captures: [String],
        hasNotes: Bool
    ) -> [ContractViolation] {
        let query = PairList(SerializedPair.pairs(request.query))
        let texts = ParameterTexts(
            path: zip(checked.placeholders, captures).map { ($0, $1) },
            query: query,
            cookies: PairList(request.cookies),
            headers: request.headers
        )
        var violations: [ContractViolation] = []
        for parameter in checked.parameters {
            violations += self.violations(of: parameter, texts, checked)
        }
        return hasNotes ? violations + unknownParameters(query, checked) : violations
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
            case .empty(let value), .present(let value): return violations(of: value, checked)
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
    private func unknownParameters(_ query: PairList, _ checked: CheckedOperation) -> [ContractViolation] {
        let readers = checked.parameters.filter { $0.parameter.location == .query }.map(\.reader)
        guard !readers.contains(where: \.claimsOtherNames) else { return [] }
        let known = readers.map(\.name)
        var seen: Set<String> = []
        var notes: [ContractViolation] = []
        for pair in query.pairs(ofNone: readers) where notes.count < Self.maximumNotes {
            guard seen.insert(pair.name).inserted, !isKey(pair.name) else { continue }
            let subject = ContractViolation.Subject.parameter(.query, pair.name)
            let nearest = NearestName.of(pair.name, in: known).map { "; did you mean \($0.quoted)?" } ?? ""
            let message = "the \(subject) is not in the document\(nearest)"
            notes.append(.init(.unknownParameter, subject, at: checked.operation.place, message, expected: known))
        }
        return notes
    }

    /// Returns whether a query parameter is the key of a security scheme.
    private func isKey(_ name: String) -> Bool {
        contract.document.securitySchemes.contains { $0.kind == .apiKey(name: name, location: .query) }
    }
}

/// The texts of a request from which its parameters are read.
private struct ParameterTexts {
    let path: [(name: String, raw: String)]
    let query: PairList
    let cookies: PairList
    let headers: Scenario.Headers

    enum Found {
        case absent
        /// A query parameter without a value, and the value as which its style reads that.
        case empty(SerializedValue)
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
        in list: PairList,
        _ checked: CheckedParameter,
        _ operation: CheckedOperation
    ) throws(SerializedValue.Mismatch) -> Found {
        let reader = checked.reader
        var own = list.pairs(of: reader)
        if reader.claimsOtherNames {
            let others = operation.parameters.filter {
                $0.parameter.location == checked.parameter.location && $0.parameter.name != checked.parameter.name
            }
            own = list.pairs(ofNone: others.map(\.reader))
        }
        guard !own.isEmpty else { return .absent }
        let isEmpty = own.count == 1 && own[0].raw.isEmpty && own[0].name == checked.parameter.name
        let value = try reader.value(of: own)
        return isEmpty ? .empty(value) : .present(value)
    }
}
