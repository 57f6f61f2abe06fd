import Foundation
import Testing

/// The built `rehearsal` as a child process, ended with the test.
final class RunningProgram {
    private let process = Process()
    private let output = Pipe()
    private let errors = Pipe()
    private var watchdog: DispatchWorkItem?
    private var buffered = Data()

    /// The program that was built together with these tests.
    static var path: String {
        let bundle = URL(fileURLWithPath: ProcessInfo.processInfo.arguments[0]).deletingLastPathComponent()
        return bundle.appendingPathComponent("rehearsal").path
    }

    /// - Parameter shell: what a shell does first: `ulimit -n 24; `.
    init(_ arguments: [String], shell: String = "") throws {
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", shell + "exec \"$0\" \"$@\"", Self.path] + arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        // Whatever goes wrong, no test waits for longer than this.
        let watchdog = DispatchWorkItem { [pid = process.processIdentifier] in kill(pid, SIGKILL) }
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(30), execute: watchdog)
        self.watchdog = watchdog
    }

    deinit {
        watchdog?.cancel()
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    /// Starts `serve --port 0 --json` and waits until it is ready.
    static func serving(_ arguments: [String] = [], shell: String = "") throws -> (program: RunningProgram, port: Int) {
        let program = try RunningProgram(["serve", "--port", "0", "--json"] + arguments, shell: shell)
        let line = try #require(program.line(), "it said: \(program.finish().errors)")
        let ready = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        #expect(ready["event"] as? String == "ready")
        return (program, try #require(ready["port"] as? Int))
    }

    /// The next line of the standard output; nil at its end.
    func line() -> String? {
        while true {
            if let end = buffered.firstIndex(of: 0x0A) {
                defer { buffered = Data(buffered[(end + 1)...]) }
                return String(decoding: buffered[..<end], as: UTF8.self)
            }
            let piece = output.fileHandleForReading.availableData
            if piece.isEmpty { return nil }
            buffered += piece
        }
    }

    func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    /// Waits for the end; `output` is what `line` has not taken.
    func finish() -> (status: Int32, output: String, errors: String) {
        let rest = buffered + output.fileHandleForReading.readDataToEndOfFile()
        let complaints = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let status = process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
        return (status, String(decoding: rest, as: UTF8.self), String(decoding: complaints, as: UTF8.self))
    }

    /// Waits for the end without reading a byte of the standard output before it.
    func finishUnread() -> (status: Int32, output: String, errors: String) {
        process.waitUntilExit()
        return finish()
    }

    /// Runs a command to its end.
    static func run(_ arguments: [String]) throws -> (status: Int32, output: String, errors: String) {
        try RunningProgram(arguments).finish()
    }
}

/// A folder of a test's own, gone with it.
final class Scratch {
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("rehearsal-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func file(_ name: String, _ bytes: Data) throws -> String {
        let url = folder.appendingPathComponent(name)
        try bytes.write(to: url)
        return url.path
    }

    func file(_ name: String, _ text: String) throws -> String { try file(name, Data(text.utf8)) }
}
