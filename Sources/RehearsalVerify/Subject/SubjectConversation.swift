import Rehearsal
import RehearsalContracts
import RehearsalHarness
import RehearsalPlatform
import RehearsalServer

/// Speaks to one subject after the other, as each breaks down: the protocol as the harness keeps it.
///
/// Belongs to one thread, which may wait in it.
struct SubjectConversation {
    let program: SubjectProgram
    /// Whether nobody wants to know any more.
    let isAbandoned: () -> Bool
    private var process: SubjectProcess?
    /// The case that was answered last by the process that runs.
    private var answered: String?

    init(_ program: SubjectProgram, isAbandoned: @escaping () -> Bool) {
        (self.program, self.isAbandoned) = (program, isAbandoned)
    }

    /// What came of a case.
    struct Outcome {
        var answer: CaseAnswer
        /// What is wrong with how the subject keeps to the protocol outside of this case.
        var breach: String?
        /// What the subject did that is nobody's fault for certain.
        var warning: String?
        /// It does not answer at all: hangs, or breaks the protocol.
        var isStrike = false
    }

    /// Greets a new process.
    ///
    /// - Throws: ``SubjectFailure``, or why it did not start.
    mutating func greet() throws -> JSON {
        let process = try SubjectProcess(program)
        let limit = program.limits.greeting
        let (latency, delay) = (LatencyRecorder(.threads), process.schedulingDelay)
        let event = exchange(Declaration.greeting, with: process, within: limit, latency, delay: delay)
        guard case .line(let line) = event, let hello = try? JSON(parsing: line), hello["hello"] != nil else {
            throw SubjectFailure(greeting: event, lastWords: process.lastWords, program.limits)
        }
        (self.process, answered) = (process, nil)
        return hello
    }

    /// Has a process ready; why there is none is said when a case is put to it.
    mutating func prepare() {
        if process == nil { _ = try? greet() }
    }

    /// Puts a case to the subject.
    mutating func ask(_ request: CaseRequest, _ latency: LatencyRecorder) -> Outcome {
        var outcome = Outcome(answer: .notJudged(""))
        lookAtIdle(&outcome)
        if process == nil {
            do { _ = try greet() } catch {
                outcome.answer = .notJudged("the subject could not be started again: \(error)")
                outcome.isStrike = true
                return outcome
            }
        }
        guard let process else { return outcome }
        let event = put(request, to: process, latency)
        // One that ends between two cases has not seen the second.
        if case .ended(let how) = event, answered != nil, process.hasLeftSomething {
            let warning = "the subject \(how)\(after); it was started again"
            giveUp()
            outcome = ask(request, latency)
            outcome.warning = outcome.warning ?? warning
            return outcome
        }
        let isInOrder = take(event, of: request, from: process, into: &outcome)
        if isInOrder { answered = request.id } else { giveUp() }
        return outcome
    }

    private func put(
        _ request: CaseRequest,
        to process: SubjectProcess,
        _ latency: LatencyRecorder,
    ) -> SubjectProcess.Event {
        let delay = process.schedulingDelay
        let calledAt = SystemClock.now()
        let event = exchange(request.message, with: process, within: request.limit, latency, delay: delay)
        latency.note(LatencyRecorder.Call(calledAt: calledAt, answeredAt: SystemClock.now()))
        return event
    }

    /// Sends a message to the process, and waits for what happens next.
    ///
    /// - Parameter latency: notes the time that the process could not use, which its limit does not count.
    private func exchange(
        _ message: JSON,
        with process: SubjectProcess,
        within limit: Duration,
        _ latency: LatencyRecorder,
        delay: SchedulingDelay,
    ) -> SubjectProcess.Event {
        var delay = delay
        let lost = {
            let waits = delay.measure()
            latency.note(waited: waits.total, times: waits.count)
            return latency.lost
        }
        return process.exchange(message.line, within: limit, lost: lost, unless: isAbandoned)
    }

    /// Ends the process; returns what it said that nobody asked for.
    mutating func finish() -> String? {
        let said = process?.finish()
        process = nil
        return said.map { unasked($0) }
    }

    private mutating func giveUp() {
        process?.kill()
        (process, answered) = (nil, nil)
    }
}

extension SubjectConversation {
    /// What has become of the subject since it answered last.
    private mutating func lookAtIdle(_ outcome: inout Outcome) {
        guard let process else { return }
        switch process.exchange(within: .nanoseconds(1)) {
        case .silence, .abandoned: return
        case .line(let line): outcome.breach = unasked(line)
        case .flood(let what): outcome.breach = "the subject wrote \(what) while it had nothing to do"
        case .closed: break
        case .ended(let how): outcome.warning = "the subject \(how)\(after); it was started again"
        }
        giveUp()
    }

    private var after: String { answered.map { " after it had answered \($0)" } ?? " before it was asked anything" }

    private func unasked(_ line: [UInt8]) -> String {
        let text = Self.quoted(line)
        guard let id = (try? JSON(parsing: line))?["case"] else {
            return "the subject wrote a line\(after) that nobody asked for: \(text)"
        }
        if let answered, id == .string(answered) { return "the subject answered \(answered) twice" }
        return "the subject answered a case\(after) that it was not asked: \(text)"
    }

    /// Makes an answer of what happened; returns whether the conversation can go on.
    private func take(
        _ event: SubjectProcess.Event,
        of request: CaseRequest,
        from process: SubjectProcess,
        into outcome: inout Outcome,
    ) -> Bool {
        let lastWords = process.lastWords.map { ": \($0)" } ?? ""
        switch event {
        case .line(let line):
            outcome.answer = answer(line, request, &outcome.isStrike)
            if !outcome.isStrike, case .line(let more) = process.exchange(within: .nanoseconds(1)) {
                outcome.answer = .notJudged("the subject \(tooMuch(more, request))")
                outcome.isStrike = true
            }
            return !outcome.isStrike
        case .ended(let how): outcome.answer = .crash("the process \(how)\(lastWords)")
        case .silence:
            outcome.answer = .hang(request.limit)
            outcome.isStrike = true
        case .closed:
            outcome.answer = .notJudged("the subject closed its standard input or output\(lastWords)")
            outcome.isStrike = true
        case .flood(let what):
            outcome.answer = .notJudged("the subject wrote \(what)")
            outcome.isStrike = true
        case .abandoned: outcome.answer = .notJudged("the run was ended")
        }
        return false
    }

    private func tooMuch(_ line: [UInt8], _ request: CaseRequest) -> String {
        let isSame = (try? JSON(parsing: line))?["case"] == .string(request.id)
        return isSame ? "answered it twice" : "wrote another line after its answer: \(Self.quoted(line))"
    }

    private func answer(_ line: [UInt8], _ request: CaseRequest, _ isStrike: inout Bool) -> CaseAnswer {
        isStrike = true
        let message: JSON
        do throws(JSONSyntaxError) {
            message = try JSON(parsing: line)
        } catch {
            return .notJudged(
                "the subject wrote a line on its standard output that is no JSON: \(Self.quoted(line)) (\(error)); "
                    + "answers go there, and anything else to standard error"
            )
        }
        guard message["case"] == .string(request.id) else { return .notJudged(unasked(line)) }
        isStrike = false
        do {
            let answer = try CaseAnswer(message: message)
            if case .outcomes(let outcomes, _, _) = answer, outcomes.count != request.calls {
                return .notJudged("the subject was to make \(request.calls) calls, and tells of \(outcomes.count)")
            }
            return answer
        } catch {
            return .notJudged("the subject's answer is not as agreed: \(error)")
        }
    }

    static func quoted(_ line: [UInt8]) -> String {
        let text = String(decoding: line.prefix(120), as: UTF8.self)
        return "\"\(text)\(line.count > 120 ? "…" : "")\""
    }
}
