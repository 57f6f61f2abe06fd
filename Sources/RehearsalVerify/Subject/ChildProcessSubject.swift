import Rehearsal
package import RehearsalContracts
package import RehearsalHarness
package import RehearsalPlatform
package import RehearsalServer

/// A subject in several child processes, each of which answers one case after the other.
///
/// Each process has a thread that sends it cases and waits for answers, so that no wait blocks a thread of Swift tasks.
/// A process that hangs, ends or violates the process protocol is killed with its descendants, and replaced.
package final class ChildProcessSubject: TestSubject {
    package let declaration: Declaration
    private let queue: SubjectPool
    private let program: SubjectProgram
    /// The processes with other environment variables, of which at most one exists for each set of variables.
    private let otherQueues = Locked<[[String: String]: SubjectPool]>([:])

    /// Starts the first process, and reads its hello message.
    ///
    /// - Parameters:
    ///   - width: the maximum number of processes.
    ///   - defaults: a function that returns a hello message with the values of members that the subject's message
    ///     omits.
    ///   - files: the lookup of the recordings and scenarios that the hello message names.
    /// - Throws: ``SubjectFailure``, ``MessageError``, or the error of the start. All processes have then ended.
    package static func start(
        _ program: SubjectProgram,
        width: Int = 4,
        defaults: @escaping @Sendable (_ hello: JSON) -> JSON = { _ in [:] },
        files: SubjectFileLookup = .none,
    ) async throws -> ChildProcessSubject {
        let queue = SubjectPool(program)
        let hello = try await queue.open()
        do {
            let declaration = try Declaration(hello: hello, defaults: defaults(hello)).withRecordedReplies(files)
                .withScenarios(files)
            for _ in 1..<max(1, width) { try queue.addWorker() }
            return ChildProcessSubject(declaration, queue, program)
        } catch {
            await queue.close()
            throw error
        }
    }

    private init(_ declaration: Declaration, _ queue: SubjectPool, _ program: SubjectProgram) {
        (self.declaration, self.queue, self.program) = (declaration, queue, program)
    }

    /// False, because a clock cannot be injected into another process.
    package var acceptsClock: Bool { false }

    /// The executor of threads, because the harness and the child processes run on threads of their own.
    package var executor: LatencyMonitor.Executor { .threads }

    package func answer(_ request: CaseRequest, clock: VirtualClock?, _ latency: LatencyRecorder) async -> CaseAnswer {
        if request.environment.isEmpty { return await queue.answer(request, latency) }
        do {
            return try await otherQueue(request.environment).answer(request, latency)
        } catch {
            return .notJudged("the subject did not start with \(request.environment.assignments): \(error)")
        }
    }

    /// Returns the queue whose process has these environment variables, and starts the process if there is none.
    private func otherQueue(_ environment: [String: String]) throws -> SubjectPool {
        try otherQueues.withLock { queues in
            if let queue = queues[environment] { return queue }
            var program = program
            program.environment = environment
            let queue = SubjectPool(program)
            try queue.addWorker()
            queues[environment] = queue
            return queue
        }
    }

    /// Kills all processes. The answer to running and later cases is `notJudged` with this reason.
    package func cancel(_ reason: String) {
        for queue in queues { queue.giveUp(reason) }
    }

    /// Ends all processes, kills those that do not exit in time, and returns when all have ended.
    package func finish() async {
        for queue in queues { await queue.close() }
    }

    private var queues: [SubjectPool] { [queue] + otherQueues.withLock { Array($0.values) } }

    /// The subject's violations of the process protocol that do not belong to one case.
    package var protocolViolations: [String] { queues.flatMap(\.notes.breaches) }
    /// The events that may be the subject's fault, such as a restart between two cases.
    package var warnings: [String] { queues.flatMap(\.notes.warnings) }
}

/// The command that starts a client in its own process.
package struct SubjectProgram: Sendable {
    /// The command and its arguments.
    package var words: [String]
    package var limits = SubjectLimits()
    /// The environment variables to add to those of this process, by name.
    package var environment: [String: String] = [:]
    /// The function that receives the standard error of the processes, in pieces and from several threads.
    package var onErrors: @Sendable (ArraySlice<UInt8>) -> Void = { _ in }

    package init(_ words: [String]) { self.words = words }
}

/// The limits of a subject in a child process.
package struct SubjectLimits: Sendable {
    /// The maximum time from the start of the process to its hello message.
    package var helloTimeout = Duration.seconds(20)
    /// The maximum length of a line on the standard output, in bytes.
    package var lineLength = 16 << 20
    /// The maximum length of the standard error during one case, in bytes.
    package var standardErrorLength = 64 << 20
    /// The maximum time between two messages of a search, in which the subject can reduce a schedule.
    package var searchSilence = Duration.seconds(300)
    /// The time for the subject to send the report of a search that the harness has stopped.
    package var searchEnd = Duration.seconds(60)
    /// The time for the process to exit after the harness has closed its standard input.
    package var grace = Duration.seconds(3)
    /// The time for the process to exit after it has closed its standard input or output.
    package var closing = Duration.seconds(1)
    /// The number of consecutive protocol violations, or hangs before the first answer, after which no case is run.
    package var maximumFailures = 8

    package init() {}
}

/// An error of a subject that did not answer the hello request, and therefore cannot run cases.
package struct SubjectFailure: Error, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }

    /// Creates the error of a process that did not send a hello message.
    init(greeting event: SubjectProcess.Event, lastWords: String?, _ limits: SubjectLimits) {
        let expected =
            #"expected: the subject reads {"hello":1} from its standard input, and answers in one line: "#
            + #"{"hello":1,"name":…,"ops":[…]}"#
        let problem =
            switch event {
            case .line(let line):
                "the subject answered {\"hello\":1} with \(SubjectDriver.quoted(line))\(Self.mistake(in: line))"
            case .ended(let how): "the process \(how) before it answered {\"hello\":1}"
            case .closed: "the subject closed its standard output before it answered {\"hello\":1}"
            case .flood(let output): "the subject wrote \(output) before it answered {\"hello\":1}"
            case .silence: "the subject did not answer {\"hello\":1} within \(limits.helloTimeout.components.seconds) s"
            case .abandoned: "the run was ended"
            }
        description =
            problem + (lastWords.map { "; its standard error: \($0)" } ?? "") + "\n  " + expected
    }
}

extension SubjectFailure {
    /// Returns the reason why a line is not a hello message, for the end of an error.
    private static func mistake(in line: [UInt8]) -> String {
        do throws(JSONSyntaxError) {
            return try JSON(parsing: line)["hello"] == nil ? ", which has no member \"hello\"" : ""
        } catch {
            return ", which is not JSON: \(error)"
        }
    }
}

extension [String: String] {
    /// Environment variables as a shell sets them: `LANG=th_TH.UTF-8 TZ=Asia/Kathmandu`.
    fileprivate var assignments: String {
        sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
    }
}

extension ChildProcess.StartError: CustomStringConvertible {
    package var description: String { "cannot start \"\(command.printable)\": \(String(cString: strerror(code)))" }
}
