import Rehearsal
package import RehearsalContracts
package import RehearsalHarness
package import RehearsalPlatform
package import RehearsalServer

/// A subject in several child processes, each of which answers one case after the other.
///
/// Each process has a thread that sends it cases and waits for answers, so that no wait blocks a thread of Swift tasks.
/// A process that hangs, ends or violates the process protocol is killed with its descendants, and replaced.
package final class ChildSubjects: TestSubject {
    package let declaration: Declaration
    private let queue: SubjectDesk

    /// Starts the first process, and reads its hello message.
    ///
    /// - Parameters:
    ///   - width: the maximum number of processes.
    ///   - filling: a hello message with the values of members that the subject's message omits.
    ///   - files: the lookup of the recordings and scenarios that the hello message names.
    /// - Throws: ``SubjectFailure``, ``MessageError``, or the error of the start. All processes have then ended.
    package static func start(
        _ program: SubjectProgram,
        width: Int = 4,
        filling: JSON = [:],
        files: SubjectFileLookup = .none,
    ) async throws -> ChildSubjects {
        let queue = SubjectDesk(program)
        let hello = try await queue.open()
        do {
            let declaration = try Declaration(hello: hello, filling: filling).withRecordedReplies(files).found(files)
            for _ in 1..<max(1, width) { try queue.addWorker() }
            return ChildSubjects(declaration, queue)
        } catch {
            await queue.close()
            throw error
        }
    }

    private init(_ declaration: Declaration, _ queue: SubjectDesk) {
        (self.declaration, self.queue) = (declaration, queue)
    }

    /// False, because a clock cannot be injected into another process.
    package var acceptsClock: Bool { false }

    /// The executor of threads, because the harness and the child processes run on threads of their own.
    package var executor: LatencyMonitor.Executor { .threads }

    package func answer(_ request: CaseRequest, clock: VirtualClock?, _ latency: LatencyRecorder) async -> CaseAnswer {
        await queue.answer(request, latency)
    }

    /// Kills all processes. The answer to running and later cases is `notJudged` with this reason.
    package func abandon(_ reason: String) { queue.giveUp(reason) }

    /// Ends all processes, kills those that do not exit in time, and returns when all have ended.
    package func finish() async { await queue.close() }

    /// The subject's violations of the process protocol that do not belong to one case.
    package var breaches: [String] { queue.notes.breaches }
    /// The events that may be the subject's fault, such as a restart between two cases.
    package var warnings: [String] { queue.notes.warnings }
}

/// The command that starts a client in its own process.
package struct SubjectProgram: Sendable {
    /// The command and its arguments.
    package var words: [String]
    package var limits = SubjectLimits()
    /// The function that receives the standard error of the processes, in pieces and from several threads.
    package var onErrors: @Sendable (ArraySlice<UInt8>) -> Void = { _ in }

    package init(_ words: [String]) { self.words = words }
}

/// The limits of a subject in a child process.
package struct SubjectLimits: Sendable {
    /// The maximum time from the start of the process to its hello message.
    package var greeting = Duration.seconds(20)
    /// The maximum length of a line on the standard output, in bytes.
    package var line = 16 << 20
    /// The maximum length of the standard error during one case, in bytes.
    package var errors = 64 << 20
    /// The time for the process to exit after the harness has closed its standard input.
    package var grace = Duration.seconds(3)
    /// The time for the process to exit after it has closed its standard input or output.
    package var closing = Duration.seconds(1)
    /// The number of consecutive protocol violations, or hangs before the first answer, after which no case is run.
    package var strikes = 8

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
                "the subject answered {\"hello\":1} with \(SubjectConversation.quoted(line))\(Self.mistake(in: line))"
            case .ended(let how): "the process \(how) before it answered {\"hello\":1}"
            case .closed: "the subject closed its standard output before it answered {\"hello\":1}"
            case .flood(let output): "the subject wrote \(output) before it answered {\"hello\":1}"
            case .silence: "the subject did not answer {\"hello\":1} within \(limits.greeting.components.seconds) s"
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

extension ChildProcess.StartError: CustomStringConvertible {
    package var description: String { "cannot start \"\(command.printable)\": \(String(cString: strerror(code)))" }
}
