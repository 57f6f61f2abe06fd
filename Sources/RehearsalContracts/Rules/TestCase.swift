package import Rehearsal

/// A test case: the behavior of the backend, and the call that the client makes.
package struct TestCase: Sendable {
    /// The scenario of the backend, which has its own port.
    package var scenario: Scenario
    /// The base path in the URL of the backend: `/v2`, `/v2/`.
    package var basePath = ""
    /// The request to the subject, without its id and URL: the runner sets them.
    package var request: CaseRequest
    /// Whether its times are judged; such cases run after the others.
    package var isTimed = false
    /// The time for which the backend keeps recording after the client's answer.
    package var observationTime = Duration.zero
    /// The reason why this client cannot be tested with it; nil if it can.
    package var notApplicableReason: String?
    /// The kind of time for a client that takes the harness's clock.
    package var timeSource = TimeSource.virtual
    /// The approximate duration; long cases start first.
    package var estimatedDuration = Duration.zero
    /// The delay at which two events that must coincide, such as a cancellation and a pause, do not; nil for none.
    package var coincidenceWindow: Duration?
    /// Whether the client must meet every expectation of the scenario, and send no other request.
    package var checksExpectations = false
    /// Whether replies of the scenario lead to ``otherOrigin``.
    package var redirectsToOtherOrigin = false
    /// The number of runs, above 1 if one run is not conclusive.
    package var runs = 1
    /// The scenarios of the runs after the first if they differ, one for each run.
    package var furtherScenarios: [Scenario] = []

    /// The time for which exchanges may stay open after the answer: network stacks close cancelled exchanges later.
    package var settlingTime: Duration { .seconds(request.cancelAfter == nil ? 1 : 3) }

    package init(_ scenario: Scenario, _ request: CaseRequest) {
        (self.scenario, self.request) = (scenario, request)
    }

    /// The kind of time for a client that takes the harness's clock.
    package enum TimeSource: Sendable, Hashable {
        /// Virtual time, which advances when all participants wait.
        case virtual
        /// The machine's real time.
        case real
    }

    /// The scenario of each run; each run uses a new client.
    package var scenarios: [Scenario] {
        furtherScenarios.isEmpty ? Array(repeating: scenario, count: max(1, runs)) : [scenario] + furtherScenarios
    }

    /// Creates a test case of one call with these replies in turn; the last one repeats.
    package init(_ operation: Declaration.Operation, replies: [Scenario.Reply]) {
        self.init(
            Scenario(
                operation.name,
                endpoints: [Scenario.Endpoint(operation.method, operation.pattern, replies: replies)]
            ),
            CaseRequest(id: "", operation: operation.name)
        )
        request.args = operation.args
        request.token = "t1"
        request.refreshToken = "r1"
        request.timeout = .seconds(2)
        request.deadline = .seconds(20)
    }

    /// Returns the test case with the operation's stored value in the client's store.
    func withStoredValue(_ operation: Declaration.Operation) -> TestCase {
        var exercise = self
        if let stored = operation.stored { exercise.request.store[stored.key] = stored.value }
        return exercise
    }

    /// The placeholder in replies for an origin other than the backend's: `http://localhost:49152`.
    ///
    /// It is replaced once the backend listens. The same backend answers at that origin.
    package static let otherOrigin = "http://rehearsal-other-origin.invalid"

    /// Returns the scenario for a backend on this port, with the other origin filled in.
    package func scenario(on port: Int) -> Scenario {
        guard redirectsToOtherOrigin else { return scenario }
        var scenario = scenario
        for endpoint in scenario.endpoints.indices {
            for reply in scenario.endpoints[endpoint].replies.indices {
                let fields = scenario.endpoints[endpoint].replies[reply].headers.fields
                for (index, field) in fields.enumerated() {
                    guard let value = field.value, value.hasPrefix(Self.otherOrigin) else { continue }
                    let target = "http://localhost:\(port)" + value.dropFirst(Self.otherOrigin.count)
                    scenario.endpoints[endpoint].replies[reply].headers.fields[index].value = target
                }
            }
        }
        return scenario
    }
}

extension Declaration.Operation {
    /// The path of the operation as a pattern that matches nothing else.
    package var pattern: Scenario.PathPattern { Scenario.PathPattern(stringLiteral: path) }

    /// The recorded reply.
    package var recordedReply: Scenario.Reply { makeReply() }

    /// Returns the recorded reply with another status or body.
    package func makeReply(_ status: Int? = nil, body: [UInt8]? = nil) -> Scenario.Reply {
        var headers = reply.headers
        headers.fields.removeAll { ["content-length", "date", "connection"].contains($0.name.lowercased()) }
        let type = headers["Content-Type"] ?? (reply.body.isEmpty ? nil : "application/json")
        headers.fields.removeAll { $0.name.lowercased() == "content-type" }
        let body = body ?? reply.body
        return Scenario.Reply(
            status ?? reply.status,
            headers: headers,
            body: body.isEmpty && reply.body.isEmpty ? .none : .bytes(body, type: type)
        )
    }
}
