import Rehearsal

extension Examination {
    /// Every HTTP error that the client has made of an answer has its body, byte for byte.
    ///
    /// Errors that mean something to the app stand for themselves.
    mutating func expectBodyKept() {
        expectKept("the body that came with it") { body, _ in body == Scenario.Reply.explanation }
    }

    /// Every HTTP error that the client has made of an answer has that header.
    mutating func expectHeaderKept(_ name: String) {
        let sent = exercise.scenario.endpoints.first?.replies.first?.headers[name]
        expectKept("the header \(name)") { _, headers in headers[name] == sent }
    }

    private mutating func expectKept(_ what: String, _ isKept: ([UInt8]?, Scenario.Headers) -> Bool) {
        expectOutcome("an HTTP error with \(what)") { outcome in
            switch outcome {
            case .http(_, let headers, let body): isKept(body, headers)
            case .auth, .domain: true
            default: false
            }
        }
    }
}
