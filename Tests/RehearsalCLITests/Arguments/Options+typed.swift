@testable import RehearsalCLI

extension RecordOptions {
    /// The options of a command line.
    init(typed words: [String]) throws(UsageError) {
        try self.init(Arguments(words, options: RecordCommand.command.allOptions))
    }
}

extension DriftOptions {
    /// The options of a command line.
    init(typed words: [String]) throws(UsageError) {
        try self.init(Arguments(words, options: DriftCommand.command.allOptions))
    }
}
