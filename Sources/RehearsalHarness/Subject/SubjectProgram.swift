/// What is started for a client in a process of its own.
package struct SubjectProgram: Sendable {
    /// The command and its arguments.
    package var words: [String]
    package var limits = SubjectLimits()
    /// Gets what it writes to its standard error, in pieces, from several threads.
    package var onErrors: @Sendable (ArraySlice<UInt8>) -> Void = { _ in }

    package init(_ words: [String]) { self.words = words }
}
