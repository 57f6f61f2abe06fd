import Foundation
import RehearsalPlatform

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The built `rehearsal` as a child process that a shell started.
///
/// Each wait has a time limit, and `deinit` kills the process if it still runs.
final class ChildProgram {
    private let child: ChildProcess
    private let output: Int32
    private var input: Int32?
    private let errorFile: String
    /// The folder for its temporary files, so that commands of other tests do not find its state.
    private let temporary: String
    private var buffered: [UInt8] = []
    private var isReaped = false

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// - Parameters:
    ///   - ignoringInterrupt: whether it ignores SIGINT, as a command that a script starts with `&` does.
    ///   - descriptors: the maximum number of its open descriptors.
    ///   - fileBlocks: the maximum size of a file that it writes, in units of 512 bytes.
    ///   - hasInput: whether its standard input is the text that ``send(_:)`` writes rather than empty.
    ///   - hasOwnGroup: whether it leads its own process group, as a job of a shell at a terminal does.
    init(
        _ arguments: [String],
        environment: [String: String] = [:],
        ignoringInterrupt: Bool = false,
        descriptors: Int? = nil,
        fileBlocks: Int? = nil,
        hasInput: Bool = false,
        hasOwnGroup: Bool = false,
    ) throws {
        let program = try Self.path()
        errorFile = NSTemporaryDirectory() + "rehearsal-errors-\(UUID().uuidString)"
        temporary = NSTemporaryDirectory() + "rehearsal-child-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: true)
        let pipe = try RehearsalPlatform.Pipe()
        let inputPipe = hasInput ? try RehearsalPlatform.Pipe() : nil
        let trap = ignoringInterrupt ? "trap '' INT; " : ""
        // A coverage profile that the limit cuts could not be merged with the others.
        let fileLimit = fileBlocks.map { "export LLVM_PROFILE_FILE=/dev/null; ulimit -f \($0); " }
        let limits = [descriptors.map { "ulimit -n \($0); " }, fileLimit]
        let script = trap + limits.compactMap(\.self).joined() + "exec \"$0\" \"$@\""
        let words = ["/bin/sh", "-c", script, program] + Self.patient(arguments)
        let variables = ["TMPDIR": temporary].merging(environment) { $1 }.map { (name: $0.key, value: $0.value) }
        let errors = open(errorFile, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        defer { close(errors) }
        var place = ChildProcess.LaunchOptions()
        place.group = hasOwnGroup ? .newGroup : .inherited
        place.hasNoInput = !hasInput
        place.descriptors = [(pipe.writing, 1), (errors, 2)]
        if let inputPipe { place.descriptors.append((inputPipe.reading, 0)) }
        child = try ChildProcess(words, adding: variables, options: place)
        output = pipe.reading
        close(pipe.writing)
        if let inputPipe {
            close(inputPipe.reading)
            input = inputPipe.writing
        }
    }

    /// Returns the words of a command whose server keeps idle connections while a test waits for its thread.
    private static func patient(_ words: [String]) -> [String] {
        guard let command = words.first, ["serve", "run"].contains(command) else { return words }
        return [command, "--idle-timeout", "3600s"] + words.dropFirst()
    }

    deinit {
        if !isReaped {
            child.signal(SIGKILL)
            child.reap()
        }
        close(output)
        closeInput()
        unlink(errorFile)
        try? FileManager.default.removeItem(atPath: temporary)
    }

    /// Returns the next line of its standard output.
    func line(within seconds: Double = 240) throws -> String {
        let deadline = Date(timeIntervalSinceNow: seconds)
        while true {
            if let end = buffered.firstIndex(of: 0x0A) {
                defer { buffered.removeFirst(end + 1) }
                return String(decoding: buffered[..<end], as: UTF8.self)
            }
            guard try readMore(until: deadline) else { throw Failure(description: "no more lines: \(errors)") }
        }
    }

    /// Its process id.
    var process: pid_t { child.id }

    func signal(_ number: Int32) { child.signal(number) }

    /// Sends a signal to its whole group, as a terminal does.
    ///
    /// - Precondition: the process has its own group.
    func signalGroup(_ number: Int32) { kill(-process, number) }

    /// Writes to its standard input, up to the capacity of a pipe.
    func send(_ text: String) {
        guard let input else { return }
        let bytes = Array(text.utf8)
        _ = write(input, bytes, bytes.count)
    }

    /// Closes its standard input.
    func closeInput() {
        if let input { close(input) }
        input = nil
    }

    /// Waits for its end, and returns its exit status (or the negative signal that ended it) and its remaining output.
    func end(within seconds: Double = 240) throws -> (status: Int32, output: String) {
        let deadline = Date(timeIntervalSinceNow: seconds)
        while try readMore(until: deadline) {}
        var status: Int32 = 0
        waitpid(process, &status, 0)
        isReaped = true
        let signal = status & 0x7F
        return (signal == 0 ? status >> 8 & 0xFF : -signal, String(decoding: buffered, as: UTF8.self))
    }

    /// Waits for its end without reading its output, and returns its exit status or the negative signal that ended it.
    func endUnread(within seconds: Double = 240) -> Int32 {
        let watchdog = DispatchWorkItem { [child] in child.signal(SIGKILL) }
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: watchdog)
        var status: Int32 = 0
        waitpid(process, &status, 0)
        watchdog.cancel()
        isReaped = true
        return status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F)
    }

    /// The text that it has written to standard error so far.
    var errors: String { (try? String(contentsOfFile: errorFile, encoding: .utf8)) ?? "" }

    /// Reads more output, and returns false at its end.
    private func readMore(until deadline: Date) throws -> Bool {
        var request = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
        let milliseconds = Int32(max(0, deadline.timeIntervalSinceNow * 1_000))
        guard poll(&request, 1, milliseconds) > 0 else {
            throw Failure(description: "timed out; standard error: \(errors)")
        }
        var piece = [UInt8](repeating: 0, count: 65_536)
        let count = read(output, &piece, piece.count)
        guard count > 0 else { return false }
        buffered += piece[..<count]
        return true
    }
}

extension ChildProgram {
    /// Runs the program to its end.
    static func run(_ arguments: [String], environment: [String: String] = [:]) throws -> Outcome {
        let child = try ChildProgram(arguments, environment: environment)
        let (status, output) = try child.end()
        return Outcome(status: status, output: output, errors: child.errors)
    }

    struct Outcome {
        let status: Int32
        let output: String
        let errors: String
    }

    /// Returns the path of the program, which is in the folder of the test bundle.
    static func path() throws -> String {
        #if os(Linux)
            let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
            let folder = (tests as NSString).deletingLastPathComponent
        #else
            let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
            let folder = ((bundle?.bundlePath ?? "") as NSString).deletingLastPathComponent
        #endif
        let path = folder + "/rehearsal"
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw Failure(description: "\(path) does not exist; run swift build")
        }
        return path
    }
}
