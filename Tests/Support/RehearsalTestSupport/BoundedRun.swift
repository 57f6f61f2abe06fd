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

/// A program that is run to its end, which comes in time, one way or the other.
///
/// Not Foundation's `Process`: on Linux it reads the list of open files in a way that may crash where there are more
/// than a thousand, and tests of a server have them.
package enum BoundedRun {
    /// How a process ended.
    package enum End: Sendable, Hashable {
        case exited(Int32)
        case crashed(signal: Int32)
        /// It was ended, because it took too long.
        case hung
    }

    /// Why a program could not be started.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// Runs on a thread of its own, for as long as it takes.
    package static func run(
        _ program: String,
        _ words: [String],
        seconds: Double,
        withErrors: Bool = false,
    ) async throws -> (end: End, output: String) {
        try await onThread { try runHere(program, words, seconds: seconds, withErrors: withErrors) }
    }

    /// Where a program lies on the search path, or nil.
    package static func find(_ name: String) -> String? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            .map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// - Parameter withErrors: whether what it prints to standard error is part of the output; else it is dropped.
    package static func runHere(
        _ program: String,
        _ words: [String],
        seconds: Double,
        withErrors: Bool = false,
    ) throws -> (end: End, output: String) {
        // A file, not a pipe: a neighbour that hangs may have inherited the other end of it.
        let path = FileManager.default.temporaryDirectory.appending(path: "rehearsal-output-\(UUID().uuidString)").path
        defer { unlink(path) }
        let process = try spawn([program] + words, output: path, errors: withErrors ? path : "/dev/null")
        let watchdog = Watchdog(process)
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { watchdog.bite() }
        var information = siginfo_t()
        // Waits without taking leave of it, so that its number is its own for as long as the watchdog may use it.
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
        var place = ChildProcess.Place()
        (place.hasNoInput, place.descriptors) = (true, [(files[0], 1), (files[1], 2)])
        do throws(ChildProcess.StartError) {
            // A trace of a crash that is looked for takes seconds, which would be a hang.
            return try ChildProcess(words, adding: [("SWIFT_BACKTRACE", "enable=no")], in: place).id
        } catch {
            throw Failure(description: "cannot start \(words[0]): \(String(cString: strerror(error.code)))")
        }
    }

    /// Ends a process that is not called off in time.
    private final class Watchdog: @unchecked Sendable {
        // Sendable: what changes is reached under the lock.
        private let lock = Lock()
        private let process: pid_t
        private var isResting = false
        private var hasBitten = false

        init(_ process: pid_t) { self.process = process }

        func bite() {
            lock.withLock {
                if isResting { return }
                hasBitten = true
                kill(process, SIGKILL)
            }
        }

        /// Calls it off; false if it was too late.
        func rest() -> Bool {
            lock.withLock {
                isResting = true
                return !hasBitten
            }
        }
    }
}
