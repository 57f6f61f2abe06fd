import Rehearsal
import RehearsalContracts
import RehearsalHarness
import RehearsalPlatform
import RehearsalServer

extension SubjectProcess {
    /// Starts a process, and returns it with its hello message.
    ///
    /// - Throws: ``SubjectFailure``, or the error of the start.
    static func start(
        _ program: SubjectProgram,
        unless isAbandoned: () -> Bool,
    ) throws -> (process: SubjectProcess, hello: JSON) {
        let process = try SubjectProcess(program)
        let event = process.exchange(
            Declaration.helloRequest,
            within: program.limits.helloTimeout,
            LatencyRecorder(.threads),
            delay: process.schedulingDelay,
            unless: isAbandoned
        )
        guard case .line(let line) = event, let hello = try? JSON(parsing: line), hello["hello"] != nil else {
            throw SubjectFailure(greeting: event, lastWords: process.standardErrorSummary, program.limits)
        }
        return (process, hello)
    }

    /// Sends a message if there is one, and returns the next event.
    ///
    /// - Parameter latency: records the time for which the process waited for a processor, which extends the limit.
    func exchange(
        _ message: JSON?,
        within limit: Duration,
        _ latency: LatencyRecorder,
        delay: SchedulingDelay,
        unless isAbandoned: () -> Bool,
    ) -> Event {
        var delay = delay
        let lost = {
            let waits = delay.measure()
            latency.note(waited: waits.total, times: waits.count)
            return latency.lost
        }
        return exchange(message?.line ?? [], within: limit, lost: lost, unless: isAbandoned)
    }
}
