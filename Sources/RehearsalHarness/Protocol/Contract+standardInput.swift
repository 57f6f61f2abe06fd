import Rehearsal
public import RehearsalContracts

extension Contract {
    /// Lets `rehearsal verify` try this contract in the process that calls this, which is all that its program does.
    ///
    /// It returns when there is no more to do. The standard output belongs to the answers from then on: what the client
    /// prints arrives at the standard error.
    ///
    /// - Parameter make: makes a client for one case.
    public func answerOnStandardInput(_ make: @escaping @Sendable (Trial) async throws -> Subject) async {
        let subject = InProcessSubject(self, make: make)
        do {
            let streams = try StandardStreams()
            for await line in try streams.lines() {
                guard let answer = await answer(to: line, subject) else { continue }
                guard streams.say(answer.line) else { return }
            }
        } catch {
            StandardStreams.complain("error: \(error)")
        }
    }

    /// What a line is answered with; nil if with nothing, as a call that does not return.
    private func answer(to line: [UInt8], _ subject: InProcessSubject<Subject>) async -> JSON? {
        let message: JSON
        do {
            message = try JSON(parsing: line)
        } catch {
            StandardStreams.complain("error: a line on the standard input is \(error)")
            return nil
        }
        if message["hello"] != nil { return subject.declaration.hello(recordings: recordings) }
        do {
            let request = try CaseRequest(message: message)
            // The harness measures how long this process waits for a processor; a heartbeat here would add to that.
            let latency = LatencyRecorder(returning: SchedulerLatency())
            return await subject.answer(request, clock: nil, latency).message(for: request.id)
        } catch {
            guard case .string(let id)? = message["case"] else {
                StandardStreams.complain("error: a line on the standard input asks for nothing: \(error)")
                return nil
            }
            return CaseAnswer.cannotRun("the case is not as agreed: \(error)").message(for: id)
        }
    }

    /// Recorded answers that are still to be found, by the operation.
    private var recordings: [String: String] {
        Dictionary(operations.compactMap { operation in operation.recording.map { (operation.declared.name, $0) } }) {
            $1
        }
    }
}
