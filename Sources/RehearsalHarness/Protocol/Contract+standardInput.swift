import Rehearsal
public import RehearsalContracts
import RehearsalPlatform
import RehearsalServer

extension Contract {
    /// Runs the cases that `rehearsal verify` sends on the standard input, until the input ends.
    ///
    /// The method reserves the standard output for the answers: from then on, other output of the process goes to the
    /// standard error.
    ///
    /// - Parameter make: a function that creates a client for one case.
    public func answerOnStandardInput(_ make: @escaping @Sendable (SubjectContext) async throws -> Subject) async {
        await answerOnStandardInput(InProcessSubject(self, make: make)) { _ in nil }
    }

    /// - Parameter service: returns the service for searches, given a function that writes a message; nil for none.
    fileprivate func answerOnStandardInput(
        _ subject: InProcessSubject<Subject>,
        service: (_ write: @escaping @Sendable (JSON) -> Void) -> ExplorationService?,
    ) async {
        do {
            let streams = try StandardStreams()
            let service = service { streams.write($0.line) }
            for await line in try streams.lines() {
                guard let answer = await answer(to: line, subject, service) else { continue }
                guard streams.write(answer.line) else { return }
            }
        } catch {
            StandardError.write("error: \(error)")
        }
    }

    /// Returns the answer to a line; nil for a line that is not a message, and for a call that did not return.
    private func answer(
        to line: [UInt8],
        _ subject: InProcessSubject<Subject>,
        _ service: ExplorationService?,
    ) async -> JSON? {
        let message: JSON
        do {
            message = try JSON(parsing: line)
        } catch {
            StandardError.write("error: a line on the standard input is not JSON: \(error)")
            return nil
        }
        if message["hello"] != nil { return hello(of: subject, explores: service != nil) }
        if message["explore"] != nil || message["replay"] != nil { return answer(toExploration: message, service) }
        do {
            let request = try CaseRequest(message: message)
            // This process measures no delays: `verify` does so, and a measuring thread here would add to them.
            let latency = LatencyRecorder(returning: SchedulerLatency())
            return await subject.answer(request, clock: nil, latency).message(for: request.id)
        } catch {
            guard case .string(let id)? = message["case"] else {
                StandardError.write("error: a line on the standard input is neither a hello nor a case: \(error)")
                return nil
            }
            return CaseAnswer.cannotRun("the case is not valid: \(error)").message(for: id)
        }
    }

    private func hello(of subject: InProcessSubject<Subject>, explores: Bool) -> JSON {
        let hello = subject.declaration.hello
        guard explores, case .object(let members) = hello else { return hello }
        return .object(members + [JSON.Member(Declaration.explorationMember, true)])
    }

    /// Begins a search, which answers later. Returns an answer only to a request that cannot be performed.
    private func answer(toExploration message: JSON, _ service: ExplorationService?) -> JSON? {
        guard let service else {
            let reason = "the subject declares no model backend; see answerOnStandardInput(exploring:_:)"
            return ExplorationAnswer.failed(reason).message
        }
        do {
            if let request = try ExplorationRequest(message: message) { service.perform(request) }
            return nil
        } catch {
            return ExplorationAnswer.failed("the request is not valid: \(error)").message
        }
    }

    /// The contract as data, with the declared values and outcomes as JSON.
    package var declaration: Declaration {
        var declaration = Declaration(
            name: name,
            transport: declares.transport,
            features: declares.features,
            retry: declares.retry,
            operations: operations.map { operation in
                var declared = operation.declared
                declared.isParallel = operation.parallelCall != nil
                // A value that is declared as JSON takes precedence over one that is declared in Swift.
                declared.value = declared.value ?? operation.golden.map { $0 { ValueDescription.json(of: $0) } }
                return declared
            }
        )
        declaration.features.parallel = operations.contains { $0.parallelCall != nil }
        declaration.features.callControl = true
        declaration.features.sequences = true
        declaration.promises = promises.map { promise in
            var declared = promise.declared
            declared.outcome = promise.expectedOutcome { ValueDescription.json(of: $0) }
            return declared
        }
        return declaration
    }

    /// The operations that a case may name: those of the contract, and the calls of its promises.
    var actions: [Operation] { operations + promises.map(\.action) }
}

extension Contract where Subject: Sendable {
    /// Runs the cases that `rehearsal verify` sends on the standard input, and the searches of `rehearsal explore`.
    ///
    /// A search runs in this process, on a virtual clock. Each schedule has a client of its own.
    ///
    /// - Parameters:
    ///   - exploration: the model backend, and the roles of the operations.
    ///   - make: a function that creates a client for one case or one schedule.
    public func answerOnStandardInput(
        exploring exploration: Exploration,
        _ make: @escaping @Sendable (SubjectContext) async throws -> Subject,
    ) async {
        let subject = InProcessSubject(self, make: make)
        await answerOnStandardInput(subject) { write in
            ExplorationService(InProcessExploredSubject(subject), exploration, write: write)
        }
    }
}

/// The standard input and output of a subject, over which it exchanges messages with `rehearsal verify`.
struct StandardStreams: Sendable {
    private let output: Int32
    /// Prevents that the lines of several tasks mix.
    private let turn = Locked(())

    /// Reserves the standard output for the protocol: other output of the process goes to the standard error.
    init() throws(SystemError) {
        output = fcntl(1, F_DUPFD_CLOEXEC, 3)
        guard output >= 0, dup2(2, 1) >= 0 else { throw SystemError("redirect the standard output") }
        // Without SIGPIPE, a write to a closed pipe returns an error instead of ending the process.
        signal(SIGPIPE, SIG_IGN)
    }

    /// Returns the lines of the input without their line ends. A separate thread reads them.
    func lines() throws(SystemError) -> AsyncStream<[UInt8]> {
        let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        try Thread.start {
            var lines = LineBuffer()
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = read(0, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                lines.append(buffer[..<count])
                while let line = lines.next() { continuation.yield(line) }
            }
            continuation.finish()
        }.detach()
        return stream
    }

    /// Writes a line completely. Returns false if that fails, as when `verify` has closed the pipe.
    @discardableResult
    func write(_ line: [UInt8]) -> Bool {
        turn.withLock { _ in
            var rest = line[...]
            while !rest.isEmpty {
                let count = Pipe.write(rest, to: output)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }
}
