@testable import RehearsalCLI

extension RecordOptions {
    /// The options of a command line.
    init(typed words: [String]) throws(UsageError) {
        try self.init(Arguments(words, options: Command.record.allOptions))
    }
}

extension DriftOptions {
    /// The options of a command line.
    init(typed words: [String]) throws(UsageError) {
        try self.init(Arguments(words, options: Command.drift.allOptions))
    }
}
