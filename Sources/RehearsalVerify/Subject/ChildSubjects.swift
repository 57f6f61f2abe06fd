import Rehearsal
package import RehearsalContracts
package import RehearsalHarness
package import RehearsalPlatform
package import RehearsalServer

/// A client in processes of its own: as many as there are cases at a time, each asked one case after the other.
///
/// Each process is spoken to by a thread of its own, so that no wait holds one of the few on which tasks run. A process
/// that hangs, dies or breaks the protocol is ended with all that it has started, and replaced.
package final class ChildSubjects: TriedSubject {
    package let declaration: Declaration
    private let desk: SubjectDesk

    /// Starts the first process, and learns from it what the client is.
    ///
    /// - Parameters:
    ///   - width: how many processes there may be.
    ///   - filling: what holds where the client's hello leaves something out, in the same form.
    ///   - files: finds the recorded answers and scenarios that the client names.
    /// - Throws: ``SubjectFailure``, ``MessageError``, or why the command did not start; then nothing is left of it.
    package static func start(
        _ program: SubjectProgram,
        width: Int = 4,
        filling: JSON = [:],
        files: SubjectFiles = .none,
    ) async throws -> ChildSubjects {
        let desk = SubjectDesk(program)
        let hello = try await desk.open()
        do {
            let declaration = try Declaration(hello: hello, filling: filling).answered(files).found(files)
            for _ in 1..<max(1, width) { try desk.addWorker() }
            return ChildSubjects(declaration, desk)
        } catch {
            await desk.close()
            throw error
        }
    }

    private init(_ declaration: Declaration, _ desk: SubjectDesk) {
        (self.declaration, self.desk) = (declaration, desk)
    }

    /// A clock cannot be handed to another process.
    package var takesClock: Bool { false }

    /// The threads that talk to the processes, and the processes themselves.
    package var executor: Heartbeat.Executor { .threads }

    package func answer(_ request: CaseRequest, clock: VirtualClock?, _ latency: LatencyRecorder) async -> CaseAnswer {
        await desk.answer(request, latency)
    }

    /// Ends all that runs; what is asked from now on, and what is being asked, is not judged, for that reason.
    package func abandon(_ reason: String) { desk.giveUp(reason) }

    /// Lets every process end, and ends what does not; returns when nothing is left of them.
    package func finish() async { await desk.close() }

    /// How the subject has broken the protocol, where that belongs to no case.
    package var breaches: [String] { desk.notes.breaches }
    /// What it did that may be of interest.
    package var warnings: [String] { desk.notes.warnings }
}

/// What is started for a client in a process of its own.
package struct SubjectProgram: Sendable {
    /// The command and its arguments.
    package var words: [String]
    package var limits = SubjectLimits()
    /// Gets what it writes to its standard error, in pieces, from several threads.
    package var onErrors: @Sendable (ArraySlice<UInt8>) -> Void = { _ in }

    package init(_ words: [String]) { self.words = words }
}

/// How much a subject in a process of its own may take, before it is taken to be broken.
package struct SubjectLimits: Sendable {
    /// For the answer to the greeting.
    package var greeting = Duration.seconds(20)
    /// One line of its standard output, in bytes.
    package var line = 16 << 20
    /// Its standard error during one case, in bytes.
    package var errors = 64 << 20
    /// To end by itself once it has been told that there is no more to do.
    package var grace = Duration.seconds(3)
    /// To end by itself once it has closed its standard output.
    package var closing = Duration.seconds(1)
    /// How many times in a row it may break the protocol, or hang before it has answered any case, before the rest is
    /// not tried any more.
    package var strikes = 8

    package init() {}
}

/// Why nothing can be asked of a subject in a process of its own.
package struct SubjectFailure: Error, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }

    /// What came instead of an answer to the greeting.
    init(greeting event: SubjectProcess.Event, lastWords: String?, _ limits: SubjectLimits) {
        let expected =
            #"it is greeted with {"hello":1} on its standard input, and answers in one line: "#
            + #"{"hello":1,"name":…,"ops":[…]}"#
        let problem =
            switch event {
            case .line(let line):
                "it answered \(SubjectConversation.quoted(line)) to the greeting\(Self.mistake(in: line))"
            case .ended(let how): "the process \(how) before it answered to the greeting"
            case .closed: "it closed its standard output before it answered to the greeting"
            case .flood(let what): "it wrote \(what) before it answered to the greeting"
            case .silence: "it did not answer to the greeting within \(limits.greeting.components.seconds) s"
            case .abandoned: "the run was ended"
            }
        description =
            problem + (lastWords.map { "; it said: \($0)" } ?? "") + "\n  " + expected
    }
}

extension SubjectFailure {
    /// Why that is no answer to a greeting.
    private static func mistake(in line: [UInt8]) -> String {
        do throws(JSONSyntaxError) {
            return try JSON(parsing: line)["hello"] == nil ? ", in which there is no \"hello\"" : ""
        } catch {
            return ", which is no JSON: \(error)"
        }
    }
}

extension ChildProcess.StartError: CustomStringConvertible {
    package var description: String { "cannot start \"\(command.printable)\": \(String(cString: strerror(code)))" }
}
