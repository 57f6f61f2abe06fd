package import Rehearsal

/// A test case: the behavior of the backend, and the call that the client makes.
package struct TestCase: Sendable {
    /// The scenario that the backend plays. Each test case has its own backend and port.
    package var scenario: Scenario
    /// The base path in the URL of the backend: `/v2`, `/v2/`.
    package var basePath = ""
    /// The request to the subject, without its ID and URL, which the runner sets.
    package var request: CaseRequest
    /// Whether the upper bounds of the client's waits are judged. Such a case runs when the machine is less busy.
    package var isTimed = false
    /// The time for which the backend continues to record requests after the client's answer.
    package var observationTime = Duration.zero
    /// The reason why the test case does not apply to the client; nil if it applies.
    package var notApplicableReason: String?
    /// The time of the harness's clock, for a client that uses this clock.
    package var timeSource = TimeSource.virtual
    /// The approximate duration. Long cases start first, so that a run takes less time.
    package var estimatedDuration = Duration.zero
    /// The delay of the machine above which two events no longer coincide as intended; nil if none must coincide.
    ///
    /// An example is a cancellation during a wait: if the cancellation is delayed by more, the wait is over.
    package var coincidenceWindow: Duration?
    /// Whether the client must meet every expectation of the scenario, and send no unmatched request.
    package var checksExpectations = false
    /// The holds that the harness releases when requests have arrived.
    package var releases: [Release] = []
    /// Whether a reply of the scenario redirects to ``otherOrigin``.
    package var redirectsToOtherOrigin = false
    /// Whether the client receives an `https` URL. The backend has no certificate, so every handshake fails.
    package var usesTLS = false
    /// The number of runs, which is greater than 1 if a rule compares several runs.
    package var runs = 1
    /// The scenarios of the second and later runs, one for each run; empty if all runs have the same scenario.
    package var furtherScenarios: [Scenario] = []

    /// The replies that are computed for each request, in words for explanations: `200 with a string of 4 MiB`.
    package var computedReplyText: String?
    /// Whether parallel calls may share a request, as those for the same page of a list.
    package var sharesRequests = false
    /// The access token of the second run, whose client begins with what the first one stored; nil for none.
    package var nextUser: String?

    /// The time for which exchanges may stay open after the answer, as network stacks close cancelled exchanges late.
    package var settlingTime: Duration { .seconds(request.cancelAfter == nil ? 1 : 3) }

    package init(_ scenario: Scenario, _ request: CaseRequest) {
        (self.scenario, self.request) = (scenario, request)
    }

    /// A kind of time that the harness's clock measures.
    package enum TimeSource: Sendable, Hashable {
        /// Virtual time, which advances as soon as the client and the server wait.
        case virtual
        /// The machine's real time.
        case real
    }

    /// The scenario of each run. Each run has a new client.
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

    /// Returns the test case, in which the client's store contains the operation's declared stored value.
    func withStoredValue(_ operation: Declaration.Operation) -> TestCase {
        var exercise = self
        if let stored = operation.stored { exercise.request.store[stored.key] = stored.value }
        return exercise
    }

    /// The placeholder in replies for an origin that differs from the backend's: `http://localhost:49152`.
    ///
    /// ``scenario(on:)`` replaces it, as soon as the port is known. The same backend answers at that origin.
    package static let otherOrigin = "http://\(otherHost)"
    private static let otherHost = "rehearsal-other-origin.invalid"

    /// Returns the scenario for a backend on this port, with ``otherOrigin`` replaced.
    package func scenario(on port: Int) -> Scenario {
        guard redirectsToOtherOrigin else { return scenario }
        var scenario = scenario
        for endpoint in scenario.endpoints.indices {
            for reply in scenario.endpoints[endpoint].replies.indices {
                let fields = scenario.endpoints[endpoint].replies[reply].headers.fields
                for (index, field) in fields.enumerated() {
                    guard let value = field.value, let host = value.firstRange(of: Self.otherHost) else { continue }
                    let target = "\(value[..<host.lowerBound])localhost:\(port)\(value[host.upperBound...])"
                    scenario.endpoints[endpoint].replies[reply].headers.fields[index].value = target
                }
            }
        }
        return scenario
    }
}

extension Declaration.Operation {
    /// The path of the operation, as a pattern of an endpoint.
    package var pattern: Scenario.PathPattern { Scenario.PathPattern(stringLiteral: path) }

    /// The recorded reply, as a reply of a scenario.
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
