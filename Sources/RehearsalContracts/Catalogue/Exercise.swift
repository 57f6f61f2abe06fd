package import Rehearsal

/// What happens in a case: how the backend behaves, and what the client is asked to do.
package struct Exercise: Sendable {
    /// What is played, on a port of its own.
    package var scenario: Scenario
    /// Put behind the URL of the backend: `/v2`, `/v2/`.
    package var basePath = ""
    /// What the subject is asked; id and URL are filled in by whoever runs it.
    package var request: CaseRequest
    /// Whether its times count: then nothing else runs meanwhile.
    package var isTimed = false
    /// How long the backend goes on watching after the client has answered.
    package var watch = Duration.zero
    /// Why this client cannot be tried with it; nil if it can.
    package var impossible: String?
    /// What a client waits by that takes the harness's clock.
    package var time = Time.madeUp
    /// About how long it takes; what takes long is begun first.
    package var lasts = Duration.zero
    /// The delay by which two events that are to meet, such as a cancellation and a pause, miss each other; nil if none
    /// are to meet.
    package var simultaneity: Duration?
    /// Whether the client must do all that the scenario expects, and send nothing else.
    package var isJudgedByScenario = false
    /// Whether replies of the scenario lead to ``otherOrigin``.
    package var leadsToOtherOrigin = false
    /// How many times it is done anew, where one time says too little.
    package var runs = 1
    /// What is played in the runs after the first, where that is something else; a run each.
    package var others: [Scenario] = []

    /// The time for which exchanges may stay open after the answer: a network stack closes cancelled ones later.
    package var settling: Duration { .seconds(request.cancelAfter == nil ? 1 : 3) }

    package init(_ scenario: Scenario, _ request: CaseRequest) {
        (self.scenario, self.request) = (scenario, request)
    }

    /// What a client waits by that takes the harness's clock, where the harness makes time up.
    package enum Time: Sendable, Hashable {
        /// Time that goes on when everybody waits.
        case madeUp
        /// The time of this machine.
        case real
    }

    /// What is played in each run, and asked of a client that has not been asked before.
    package var scenarios: [Scenario] {
        others.isEmpty ? Array(repeating: scenario, count: max(1, runs)) : [scenario] + others
    }

    /// One call of an operation, answered with these replies in turn; the last goes on.
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

    /// The same, for a client that has something stored.
    func storing(_ operation: Declaration.Operation) -> Exercise {
        var exercise = self
        if let stored = operation.stored { exercise.request.store[stored.key] = stored.value }
        return exercise
    }

    /// Stands in the replies of a scenario for an origin that is not that of its backend: `http://localhost:49152`.
    ///
    /// It is known when the backend listens; the same backend answers there.
    package static let otherOrigin = "http://rehearsal-other-origin.invalid"

    /// The scenario for a backend that listens on this port, with the other origin filled in.
    package func scenario(on port: Int) -> Scenario {
        guard leadsToOtherOrigin else { return scenario }
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
    /// The path that it must ask for, as a pattern that takes nothing else.
    package var pattern: Scenario.PathPattern { Scenario.PathPattern(stringLiteral: path) }

    /// The recorded answer.
    package var recorded: Scenario.Reply { answer() }

    /// The recorded answer with something else in it.
    package func answer(_ status: Int? = nil, body: [UInt8]? = nil) -> Scenario.Reply {
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
