import Rehearsal
import RehearsalContracts
import RehearsalHarness
import RehearsalPlatform
import RehearsalServer

/// The harness's side of the process protocol. It has one subject process at a time, and replaces it if it fails.
///
/// Its functions block the calling thread. Only one thread may call them.
struct SubjectDriver {
    let program: SubjectProgram
    /// Returns whether the run has been cancelled.
    let isAbandoned: () -> Bool
    private var process: SubjectProcess?
    /// The ID of the last case that the running process answered; nil before its first answer.
    private var answered: String?

    init(_ program: SubjectProgram, isAbandoned: @escaping () -> Bool) {
        (self.program, self.isAbandoned) = (program, isAbandoned)
    }

    /// The result of a case.
    struct CaseResult {
        var answer: CaseAnswer
        /// A protocol violation that occurred before this case was sent.
        var breach: String?
        /// An event that may be the subject's fault, such as an exit between two cases.
        var warning: String?
        /// Whether the subject hung, violated the protocol or could not be restarted.
        var countsAsFailure = false
    }

    /// Starts a process, and returns its hello message.
    ///
    /// - Throws: ``SubjectFailure``, or the error of the start.
    mutating func startProcess() throws -> JSON {
        let (process, hello) = try SubjectProcess.start(program, unless: isAbandoned)
        (self.process, answered) = (process, nil)
        return hello
    }

    /// Starts a process if none runs. If this fails, ``run(_:_:)`` tries again and reports the error.
    mutating func prepare() {
        if process == nil { _ = try? startProcess() }
    }

    /// Sends a case to the subject, and returns the result.
    mutating func run(_ request: CaseRequest, _ latency: LatencyRecorder) -> CaseResult {
        var outcome = CaseResult(answer: .notJudged(""))
        checkIdleProcess(&outcome)
        if process == nil {
            do { _ = try startProcess() } catch {
                outcome.answer = .notJudged("the subject could not be restarted: \(error)")
                outcome.countsAsFailure = true
                return outcome
            }
        }
        guard let process else { return outcome }
        let event = send(request, to: process, latency)
        // A process that ended without reading the whole case ended before the case, not because of it.
        if case .ended(let how) = event, answered != nil, process.hasUnreadInput {
            let warning = "the subject \(how)\(after); it was restarted"
            discardProcess()
            outcome = run(request, latency)
            outcome.warning = outcome.warning ?? warning
            return outcome
        }
        let isUsable = record(event, of: request, from: process, into: &outcome)
        if isUsable { answered = request.id } else { discardProcess() }
        return outcome
    }

    private func send(
        _ request: CaseRequest,
        to process: SubjectProcess,
        _ latency: LatencyRecorder,
    ) -> SubjectProcess.Event {
        let delay = process.schedulingDelay
        let calledAt = SystemClock.now()
        let limit = request.hangTimeout
        let event = process.exchange(request.message, within: limit, latency, delay: delay, unless: isAbandoned)
        latency.note(LatencyRecorder.Call(calledAt: calledAt, answeredAt: SystemClock.now()))
        return event
    }

    /// Ends the process, and returns a description of its output after the last answer; nil if there was none.
    mutating func finish() -> String? {
        let line = process?.finish()
        process = nil
        return line.map { unexpected($0) }
    }

    private mutating func discardProcess() {
        process?.kill()
        (process, answered) = (nil, nil)
    }
}

extension SubjectDriver {
    /// Adds events since the last answer of the process to the result, and discards the process if there are any.
    private mutating func checkIdleProcess(_ outcome: inout CaseResult) {
        guard let process else { return }
        switch process.exchange(within: .nanoseconds(1)) {
        case .silence, .abandoned: return
        case .line(let line): outcome.breach = unexpected(line)
        case .flood(let output): outcome.breach = "the subject wrote \(output) between two cases"
        case .closed: break
        case .ended(let how): outcome.warning = "the subject \(how)\(after); it was restarted"
        }
        discardProcess()
    }

    private var after: String { answered.map { " after it had answered \($0)" } ?? " before its first case" }

    private func unexpected(_ line: [UInt8]) -> String {
        let text = Self.quoted(line)
        guard let id = (try? JSON(parsing: line))?["case"] else {
            return "the subject wrote an unexpected line\(after): \(text)"
        }
        if let answered, id == .string(answered) { return "the subject answered \(answered) twice" }
        return "the subject answered a case\(after) that the harness did not send: \(text)"
    }

    /// Converts an event to the answer to a case, and returns whether the process can run another case.
    private func record(
        _ event: SubjectProcess.Event,
        of request: CaseRequest,
        from process: SubjectProcess,
        into outcome: inout CaseResult,
    ) -> Bool {
        let lastWords = process.standardErrorSummary.map { ": \($0)" } ?? ""
        switch event {
        case .line(let line):
            outcome.answer = answer(line, request, &outcome.countsAsFailure)
            if !outcome.countsAsFailure, case .line(let more) = process.exchange(within: .nanoseconds(1)) {
                outcome.answer = .notJudged("the subject \(surplus(more, request))")
                outcome.countsAsFailure = true
            }
            return !outcome.countsAsFailure
        case .ended(let how): outcome.answer = .crash("the process \(how)\(lastWords)")
        case .silence:
            outcome.answer = .hang(request.hangTimeout)
            outcome.countsAsFailure = true
        case .closed:
            outcome.answer = .notJudged("the subject closed its standard input or output\(lastWords)")
            outcome.countsAsFailure = true
        case .flood(let output):
            outcome.answer = .notJudged("the subject wrote \(output)")
            outcome.countsAsFailure = true
        case .abandoned: outcome.answer = .notJudged("the run was ended")
        }
        return false
    }

    private func surplus(_ line: [UInt8], _ request: CaseRequest) -> String {
        let isSame = (try? JSON(parsing: line))?["case"] == .string(request.id)
        return isSame ? "answered the case twice" : "wrote another line after its answer: \(Self.quoted(line))"
    }

    private func answer(_ line: [UInt8], _ request: CaseRequest, _ isStrike: inout Bool) -> CaseAnswer {
        isStrike = true
        let message: JSON
        do throws(JSONSyntaxError) {
            message = try JSON(parsing: line)
        } catch {
            return .notJudged(
                "the subject wrote a line to its standard output that is not JSON: \(Self.quoted(line)) (\(error)); "
                    + "write only answers there, and other output to the standard error"
            )
        }
        guard message["case"] == .string(request.id) else { return .notJudged(unexpected(line)) }
        isStrike = false
        do {
            let answer = try CaseAnswer(message: message)
            if case .outcomes(let outcomes, _, _, _) = answer, outcomes.count != request.calls {
                let problem = "outcomes: expected \(request.calls), found \(outcomes.count)"
                return .notJudged("the subject's answer is not valid: \(problem)")
            }
            return answer
        } catch {
            return .notJudged("the subject's answer is not valid: \(error)")
        }
    }

    static func quoted(_ line: [UInt8]) -> String {
        let text = String(decoding: line.prefix(120), as: UTF8.self)
        return "\"\(text)\(line.count > 120 ? "…" : "")\""
    }
}
