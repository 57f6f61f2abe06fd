import Rehearsal

extension Examination {
    /// Every HTTP error that the client has made of an answer has its body, byte for byte.
    ///
    /// An error that was declared for the status stands for itself.
    mutating func expectBodyKept() {
        expectKept("the body that came with it") { body, _ in body == Scenario.Reply.explanation }
    }

    /// Every HTTP error that the client has made of an answer has that header.
    mutating func expectHeaderKept(_ name: String) {
        let sent = exercise.scenario.endpoints.first?.replies.first?.headers[name]
        expectKept("the header \(name)") { _, headers in headers[name] == sent }
    }

    private mutating func expectKept(_ what: String, _ isKept: ([UInt8]?, Scenario.Headers) -> Bool) {
        let status = exercise.scenario.endpoints.first?.replies.first?.status
        let word = status.flatMap { operation.domainErrors[$0] }
        expectOutcome("an HTTP error with \(what)") { outcome in
            switch outcome {
            case .http(_, let headers, let body): isKept(body, headers)
            case .auth: status == 401 || status == 403
            case .domain(let name, _, _): name == word
            default: false
            }
        }
    }
}
