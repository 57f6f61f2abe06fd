import Rehearsal
public import RehearsalContracts
import RehearsalPlatform
import RehearsalServer

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
            StandardError.write("error: \(error)")
        }
    }

    /// What a line is answered with; nil if with nothing, as a call that does not return.
    private func answer(to line: [UInt8], _ subject: InProcessSubject<Subject>) async -> JSON? {
        let message: JSON
        do {
            message = try JSON(parsing: line)
        } catch {
            StandardError.write("error: a line on the standard input is \(error)")
            return nil
        }
        if message["hello"] != nil { return subject.declaration.hello }
        do {
            let request = try CaseRequest(message: message)
            // The harness measures how long this process waits for a processor; a heartbeat here would add to that.
            let latency = LatencyRecorder(returning: SchedulerLatency())
            return await subject.answer(request, clock: nil, latency).message(for: request.id)
        } catch {
            guard case .string(let id)? = message["case"] else {
                StandardError.write("error: a line on the standard input asks for nothing: \(error)")
                return nil
            }
            return CaseAnswer.cannotRun("the case is not as agreed: \(error)").message(for: id)
        }
    }

    /// What is known of the client before it is tried.
    package var declaration: Declaration {
        var declaration = Declaration(
            name: name,
            transport: declares.transport,
            features: declares.features,
            retry: declares.retry,
            operations: operations.map { operation in
                var declared = operation.declared
                declared.isParallel = operation.callAtOnce != nil
                // What the contract states as a document holds; else what it states as a value, described.
                declared.value = declared.value ?? operation.golden.map { $0 { ValueDescription.json(of: $0) } }
                return declared
            }
        )
        declaration.features.parallel = operations.contains { $0.callAtOnce != nil }
        declaration.promises = promises.map { promise in
            var declared = promise.declared
            declared.outcome = promise.ending { ValueDescription.json(of: $0) }
            return declared
        }
        return declaration
    }

    /// Everything that the client can be asked to do.
    var actions: [Operation] { operations + promises.map(\.action) }
}

/// The two standard streams that a subject speaks through, kept from everything else in its process.
struct StandardStreams: Sendable {
    private let output: Int32

    /// Takes them: what anything prints from now on to the standard output arrives at the standard error.
    init() throws(SystemError) {
        output = fcntl(1, F_DUPFD_CLOEXEC, 3)
        guard output >= 0, dup2(2, 1) >= 0 else { throw SystemError("take the standard output") }
        // Whoever has gone does not take this process along; the call that writes says so.
        signal(SIGPIPE, SIG_IGN)
    }

    /// The lines that arrive, each without its end; read by a thread of its own.
    func lines() throws(SystemError) -> AsyncStream<[UInt8]> {
        let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        try Thread.start {
            var lines = LineBuffer()
            var piece = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = read(0, &piece, piece.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                lines.append(piece[..<count])
                while let line = lines.next() { continuation.yield(line) }
            }
            continuation.finish()
        }.detach()
        return stream
    }

    /// Says a line, whole; returns false if nobody is there to hear it.
    func say(_ line: [UInt8]) -> Bool {
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
