import Rehearsal

extension APIContract {
    /// Checks a reply.
    ///
    /// - Parameters:
    ///   - operation: the index of the operation in the document.
    ///   - method: the method of the request; the reply to HEAD has no body.
    package func check(_ reply: ContractReply, to operation: Int, method: String) -> [ContractViolation] {
        let checked = operations[operation]
        // Without responses, the document says nothing about replies.
        guard !checked.responses.isEmpty else { return [] }
        guard let found = checked.operation.response(to: reply.status),
            let response = checked.responses.first(where: { $0.response.status == found.status })
        else {
            let known = checked.responses.map(\.response.status.name)
            let list = known.joined(separator: ", ")
            let message = "the status \(reply.status) is not documented; the operation has \(list)"
            let place = checked.operation.place
            return [.init(.undocumentedStatus, .status, at: place, message, expected: known)]
        }
        let hasNoBody = method == "HEAD" || reply.status == 204 || reply.status == 304 || reply.status < 200
        return headerViolations(reply, response) + (hasNoBody ? [] : contentViolations(reply, response))
    }

    private func headerViolations(_ reply: ContractReply, _ response: CheckedResponse) -> [ContractViolation] {
        response.headers.flatMap { checked -> [ContractViolation] in
            let header = checked.header
            let subject = ContractViolation.Subject.header(header.name)
            let values = reply.headers.values(of: header.name)
            guard !values.isEmpty else {
                guard header.isRequired else { return [] }
                return [.init(.missingHeader, subject, at: header.place, "the \(subject) is missing")]
            }
            let context = ValueContext(
                subject: subject,
                place: header.place,
                malformed: .invalidHeader,
                invalid: .invalidHeader,
                direction: .response
            )
            do throws(SerializedValue.Mismatch) {
                let value = try checked.reader.value(of: values.joined(separator: ","))
                return ValueCheck(contract: self).violations(of: value, checked.value, context)
            } catch {
                let message = "the \(subject) \(error.message); its form is \(error.expected.quoted)"
                return [.init(.invalidHeader, subject, at: header.place, message, expected: [error.expected])]
            }
        }
    }

    private func contentViolations(_ reply: ContractReply, _ response: CheckedResponse) -> [ContractViolation] {
        let place = response.response.place
        let name = response.response.status.name
        guard !response.content.isEmpty else {
            guard !reply.body.isEmpty else { return [] }
            let message = "the reply has a body, and the response \(name) of the document has none"
            return [.init(.undocumentedBody, .body(""), at: place, message)]
        }
        let types = response.content.map(\.type.type)
        guard !reply.body.isEmpty || !reply.isBodyComplete else {
            let message = "the reply has no body, and the response \(name) of the document has one"
            return [.init(.missingBody, .body(""), at: place, message, expected: types)]
        }
        let type = reply.headers["Content-Type"]
        let index = type.flatMap { MediaRange.index(of: MediaRange($0), in: response.content.map(\.range)) }
        guard let type, let index else {
            let found = type.map { "is \($0.quoted)" } ?? "is missing"
            let message =
                "the content type \(found); the response \(name) of the document has "
                + types.joined(separator: ", ")
            return [.init(.undocumentedType, .header("Content-Type"), at: place, message, expected: types)]
        }
        guard reply.isWhole else { return [] }
        let body = MessageBody(bytes: reply.body, type: type, direction: .response)
        return BodyCheck(contract: self).violations(of: body, response.content[index])
    }
}
