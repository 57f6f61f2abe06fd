import Testing

@testable import Rehearsal

/// A scenario that receives one request after another, at times that the test chooses.
struct PolicyPlay {
    let compiledScenario: CompiledScenario
    var state: ScenarioState

    init(_ scenario: Scenario) throws {
        compiledScenario = try CompiledScenario(scenario)
        state = ScenarioState(compiledScenario, seed: scenario.seed ?? 1)
    }

    /// The outcome of a request.
    struct Outcome {
        /// Nil if nothing answers.
        var reply: Scenario.Reply?
        var note: String?
        /// The endpoint or the policy that answered.
        var label: String?
        /// The ticket to settle when the exchange ends.
        var ticket: PendingPolicyWork?

        var status: Int? { reply?.status }
        /// The body as JSON.
        var json: JSON? {
            switch reply?.body {
            case .json(let value)?, .problem(let value)?: value
            case .bytes(let bytes, _)?: try? JSON(parsing: bytes)
            default: nil
            }
        }

        func header(_ name: String) -> String? { reply?.headers[name] }
    }

    /// - Parameter seconds: The time of the session's clock, and of the wall clock since 1970.
    mutating func ask(
        _ line: String,
        _ headers: String = "",
        body text: String = "",
        at seconds: Double = 0,
        ends: Bool = true,
    ) -> Outcome {
        var head = RequestHead()
        let bytes = PlaybookTests.fill(&head, line, headers)
        let moment = PolicyTime(now: Int64(seconds * 1e9), wall: Int64(seconds * 1e3))
        var scratch = CompiledScenario.MatchBuffers()
        let match = bytes.withUnsafeBufferPointer {
            compiledScenario.match(head, in: $0.span, body: Array(text.utf8), scratch: &scratch)
        }
        switch match {
        case .endpoint(let index):
            return Outcome(
                reply: compiledScenario.endpoints[index].replies.first,
                label: compiledScenario.displayName(of: index)
            )
        case .needsBody, .none, .preflight, .refused: return Outcome()
        case .candidates(let choice):
            var outcome = decide(choice, moment)
            if ends, let ticket = outcome.ticket { end(ticket, at: seconds) }
            if ends { outcome.ticket = nil }
            return outcome
        }
    }

    mutating func end(_ ticket: PendingPolicyWork, at seconds: Double = 0) { state.policyState?.end(ticket) }

    private mutating func decide(_ choice: CompiledScenario.CandidateSet, _ time: PolicyTime) -> Outcome {
        guard let coverage = choice.policies,
            let screening = state.policyState?.check(choice.request, coverage, at: time)
        else { return Outcome() }
        switch screening {
        case .answered(let answer):
            let ticket = state.policyState?.record(answer, at: time)
            let label = compiledScenario.displayName(of: compiledScenario.endpoints.count + answer.policy)
            return conclude(Outcome(reply: answer.reply, note: answer.note, label: label, ticket: ticket), time)
        case .admitted(let pass):
            var outcome = Outcome()
            let survey = state.selectWithOverlays(choice, in: compiledScenario)
            if let chosen = survey.chosen, let index = chosen.reply {
                state.commit(chosen, for: choice.request, in: compiledScenario) {
                    Template.Context(
                        choice.request.templateRequest([]),
                        random: RandomSource(seed: 1, endpoint: 1, request: 1)
                    )
                }
                outcome.reply = compiledScenario.endpoints[chosen.endpoint].replies[index]
                outcome.label = compiledScenario.displayName(of: chosen.endpoint)
            } else if let answer = state.policyState?.answer(choice.request, coverage, at: time) {
                outcome.reply = answer.reply
                outcome.label = compiledScenario.displayName(of: compiledScenario.endpoints.count + answer.policy)
            }
            outcome.ticket = state.policyState?.record(outcome.reply == nil ? pass.usageOnly : pass, at: time)
            return outcome.reply == nil ? outcome : conclude(outcome, time)
        }
    }

    private mutating func conclude(_ outcome: Outcome, _ time: PolicyTime) -> Outcome {
        guard let reply = outcome.reply, let ticket = outcome.ticket else { return outcome }
        var outcome = outcome
        let concluded = state.policyState?.finish(reply, ticket, at: time)
        outcome.reply = concluded?.reply ?? reply
        outcome.note = outcome.note ?? concluded?.note
        return outcome
    }
}
