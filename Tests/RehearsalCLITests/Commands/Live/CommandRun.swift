import RehearsalTestSupport

@testable import RehearsalCLI

/// A command run in this process, with what it printed.
struct CommandRun: Sendable {
    let status: ExitStatus
    let output: String
    let errors: String

    /// - Parameter variables: its whole environment.
    static func run(_ words: [String], variables: [String: String]) async throws -> CommandRun {
        try await onThread {
            let scratch = try ScratchFolder()
            var terminal = Terminal()
            terminal.output = try Descriptor.create(scratch["output"])
            terminal.errors = try Descriptor.create(scratch["errors"])
            terminal.environment.overrides = variables
            let status = Program(terminal: terminal).run(words)
            terminal.output.close()
            terminal.errors.close()
            return CommandRun(status: status, output: try scratch.read("output"), errors: try scratch.read("errors"))
        }
    }
}
