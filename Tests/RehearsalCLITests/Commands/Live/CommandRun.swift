import RehearsalTestSupport

@testable import RehearsalCLI

/// The result of a command that ran in this process, with its output.
struct CommandRun: Sendable {
    let status: ExitStatus
    let output: String
    let errors: String

    /// - Parameter variables: the whole environment of the command.
    static func run(_ words: [String], variables: [String: String]) async throws -> CommandRun {
        try await runBlocking {
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
