import Rehearsal
package import RehearsalContracts
package import RehearsalHarness
import RehearsalPlatform
import RehearsalServer

/// A subject process that searches for schedules and replays them.
///
/// Its functions block the calling thread. Only one thread may call them, in which SIGPIPE must be blocked or ignored.
package final class ExploringProcess {
    /// The declaration of the client.
    package let declaration: Declaration
    private let process: SubjectProcess
    private let limits: SubjectLimits
    private let stop: StopRequest

    /// Starts the process, and reads its hello message.
    ///
    /// - Parameter stop: ends the searches, and the start.
    /// - Throws: ``SubjectFailure``, ``MessageError``, or the error of the start.
    package init(_ program: SubjectProgram, _ stop: StopRequest) throws {
        let (process, hello) = try SubjectProcess.start(program) { stop.reason != nil }
        guard hello[Declaration.explorationMember] == true else {
            throw SubjectFailure(
                "the subject cannot search, because it has no model backend\n"
                    + "  declare an Exploration, and call answerOnStandardInput(exploring:); see: rehearsal help exploring"
            )
        }
        declaration = try Declaration(hello: hello)
        (self.process, limits, self.stop) = (process, program.limits, stop)
    }

    /// Sends a request for a search or a replay, and returns the report.
    ///
    /// - Parameter progress: receives the progress of a search.
    /// - Throws: ``SubjectFailure`` if the subject cannot search, ends, sends an invalid message or no message in time.
    package func report(
        of request: ExplorationRequest,
        progress: (ExplorationReport.Progress) -> Void = { _ in },
    ) throws(SubjectFailure) -> ExplorationReport {
        var message: JSON? = request.message
        var (isStopping, schedules) = (false, 0)
        while true {
            let limit = isStopping ? limits.searchEnd : limits.searchSilence
            let event = process.exchange(
                message,
                within: limit,
                LatencyRecorder(.threads),
                delay: process.schedulingDelay,
                unless: { !isStopping && stop.reason != nil }
            )
            message = nil
            switch event {
            case .line(let line):
                switch try answer(line) {
                case .progress(let current):
                    schedules = current.schedules
                    progress(current)
                    process.discardErrors()
                case .report(let report): return report
                case .failed(let reason): throw SubjectFailure(reason)
                }
            case .abandoned: (isStopping, message) = (true, ExplorationRequest.stop.message)
            default: throw failure(event, within: limit, isStopping: isStopping, after: schedules)
            }
        }
    }

    /// Ends the process, and kills it if it does not exit in time.
    package func finish() { _ = process.finish() }

    private func answer(_ line: [UInt8]) throws(SubjectFailure) -> ExplorationAnswer {
        let message: JSON
        do throws(JSONSyntaxError) {
            message = try JSON(parsing: line)
        } catch {
            throw SubjectFailure(
                "the subject wrote a line to its standard output that is not JSON: \(SubjectDriver.quoted(line)) "
                    + "(\(error)); write only messages there, and other output to the standard error"
            )
        }
        do { return try ExplorationAnswer(message: message) } catch {
            throw SubjectFailure("the subject sent an invalid message: \(error)")
        }
    }

    private func failure(
        _ event: SubjectProcess.Event,
        within limit: Duration,
        isStopping: Bool,
        after schedules: Int,
    ) -> SubjectFailure {
        let problem =
            switch event {
            case .ended(let how): how
            case .closed: "closed its standard input or output"
            case .flood(let output): "wrote \(output)"
            case .silence, .line, .abandoned:
                "sent no \(isStopping ? "report" : "message") within \(limit.displayText)"
            }
        let last = process.standardErrorSummary.map { "; its standard error: \($0)" } ?? ""
        return SubjectFailure("the subject \(problem) after \(schedules.counted("schedule"))\(last)")
    }
}
