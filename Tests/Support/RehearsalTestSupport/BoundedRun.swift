import Dispatch
import RehearsalPlatform
import RehearsalServer

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A runner of programs with a time limit.
///
/// It does not use Foundation's `Process`, which may crash on Linux if more than a thousand files are open. Tests of
/// the server open that many.
package enum BoundedRun {
    /// The way in which a process ended.
    package enum Termination: Sendable, Hashable {
        case exited(Int32)
        case crashed(signal: Int32)
        /// The time limit passed, and the process was killed.
        case hung
    }

    /// An error of starting a program.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// Runs a program, waiting on a dedicated thread.
    package static func run(
        _ program: String,
        _ words: [String],
        seconds: Double,
        withErrors: Bool = false,
    ) async throws -> (end: Termination, output: String) {
        try await RehearsalTestSupport.runBlocking {
            try runSynchronously(program, words, seconds: seconds, withErrors: withErrors)
        }
    }

    /// Returns the path of a program on the search path, or nil.
    package static func find(_ name: String) -> String? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            .map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Runs a program and blocks the calling thread until it ends.
    ///
    /// - Parameter withErrors: whether the output includes standard error, which is discarded otherwise.
    package static func runSynchronously(
        _ program: String,
        _ words: [String],
        seconds: Double,
        withErrors: Bool = false,
    ) throws -> (end: Termination, output: String) {
        // A file, because a hanging process may have inherited the write end of a pipe.
        let path = FileManager.default.temporaryDirectory.appending(path: "rehearsal-output-\(UUID().uuidString)").path
        defer { unlink(path) }
        let process = try spawn([program] + words, output: path, errors: withErrors ? path : "/dev/null")
        let watchdog = Watchdog(process)
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { watchdog.fire() }
        var information = siginfo_t()
        // WNOWAIT keeps the process ID reserved while the watchdog may use it.
        while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        let isInTime = watchdog.rest()
        var status: Int32 = 0
        waitpid(process, &status, 0)
        let output = String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
        guard isInTime else { return (.hung, output) }
        let signal = status & 0x7F
        return (signal == 0 ? .exited(status >> 8 & 0xFF) : .crashed(signal: signal), output)
    }

    private static func spawn(_ words: [String], output: String, errors: String) throws -> pid_t {
        let files = [output, errors].map { (path: String) in
            open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        }
        defer { for file in files { close(file) } }
        var place = ChildProcess.LaunchOptions()
        (place.hasNoInput, place.descriptors) = (true, [(files[0], 1), (files[1], 2)])
        do throws(ChildProcess.StartError) {
            // Printing a backtrace takes seconds, which would count as a hang.
            return try ChildProcess(words, adding: [("SWIFT_BACKTRACE", "enable=no")], options: place).id
        } catch {
            throw Failure(description: "cannot start \(words[0]): \(String(cString: strerror(error.code)))")
        }
    }

    /// A timer that kills a process unless it is stopped in time.
    private final class Watchdog: @unchecked Sendable {
        // Sendable: the lock protects all mutable state.
        private let lock = Lock()
        private let process: pid_t
        private var isStopped = false
        private var hasFired = false

        init(_ process: pid_t) { self.process = process }

        func fire() {
            lock.withLock {
                if isStopped { return }
                hasFired = true
                kill(process, SIGKILL)
            }
        }

        /// Stops the timer; returns false if it has killed the process.
        func rest() -> Bool {
            lock.withLock {
                isStopped = true
                return !hasFired
            }
        }
    }
}
