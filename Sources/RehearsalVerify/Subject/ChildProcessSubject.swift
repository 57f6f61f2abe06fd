import Rehearsal
package import RehearsalContracts
package import RehearsalHarness
package import RehearsalPlatform
package import RehearsalServer

/// A client in child processes, each of which answers one case after the other.
///
/// A separate thread talks to each process, so that no wait blocks a thread of the concurrency pool. A process that
/// hangs, ends or violates the protocol is killed with its descendants, and replaced.
package final class ChildSubjects: TestSubject {
    package let declaration: Declaration
    private let queue: SubjectDesk

    /// Starts the first process, and reads its hello.
    ///
    /// - Parameters:
    ///   - width: the largest number of processes.
    ///   - filling: the values of members that the hello omits, in the same form.
    ///   - files: the lookup of recorded replies and scenarios that the client names.
    /// - Throws: ``SubjectFailure``, ``MessageError``, or the error of the start; no process is left then.
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

    /// Whether a clock can be passed to the client: not to another process.
    package var acceptsClock: Bool { false }

    /// The executor: the threads that talk to the processes, and the processes themselves.
    package var executor: LatencyMonitor.Executor { .threads }

    package func answer(_ request: CaseRequest, clock: VirtualClock?, _ latency: LatencyRecorder) async -> CaseAnswer {
        await queue.answer(request, latency)
    }

    /// Kills all processes; running and later cases are not judged, for this reason.
    package func abandon(_ reason: String) { queue.giveUp(reason) }

    /// Ends all processes, by force if necessary, and returns when none is left.
    package func finish() async { await queue.close() }

    /// The protocol violations of the subject that belong to no case.
    package var breaches: [String] { queue.notes.breaches }
    /// The notable events that are not violations, such as a restart between two cases.
    package var warnings: [String] { queue.notes.warnings }
}

/// The command that starts a client in its own process.
package struct SubjectProgram: Sendable {
    /// The command and its arguments.
    package var words: [String]
    package var limits = SubjectLimits()
    /// Receives the standard error of the process in pieces, from several threads.
    package var onErrors: @Sendable (ArraySlice<UInt8>) -> Void = { _ in }

    package init(_ words: [String]) { self.words = words }
}

/// The limits of a subject in its own process, beyond which it counts as broken.
package struct SubjectLimits: Sendable {
    /// The time for the hello.
    package var greeting = Duration.seconds(20)
    /// The length of a line of its standard output, in bytes.
    package var line = 16 << 20
    /// The length of its standard error during one case, in bytes.
    package var errors = 64 << 20
    /// The time to exit after the end of its standard input.
    package var grace = Duration.seconds(3)
    /// The time to exit after it has closed its standard output.
    package var closing = Duration.seconds(1)
    /// The consecutive protocol violations, or hangs before its first answer, after which other cases are skipped.
    package var strikes = 8

    package init() {}
}

/// An error of a subject that cannot run cases.
package struct SubjectFailure: Error, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }

    /// Creates the error of a process that did not send a hello.
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
            case .flood(let what): "the subject wrote \(what) before it answered {\"hello\":1}"
            case .silence: "the subject did not answer {\"hello\":1} within \(limits.greeting.components.seconds) s"
            case .abandoned: "the run was ended"
            }
        description =
            problem + (lastWords.map { "; its standard error: \($0)" } ?? "") + "\n  " + expected
    }
}

extension SubjectFailure {
    /// Returns the reason why a line is not a hello.
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
