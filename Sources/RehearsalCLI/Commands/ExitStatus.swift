/// How a command ended, as the shell sees it.
enum ExitStatus: Int32, Sendable {
    /// All is well.
    case held = 0
    /// Something that was expected did not happen, or a command that was run did not end well.
    case failed = 1
    /// It could not be done, for a reason that lies outside: a port in use, a file that cannot be written.
    case couldNot = 2
    /// Known failures keep other clauses of a contract from being judged.
    case blocked = 3
    /// The command line or a document is wrong (`EX_USAGE` of sysexits.h).
    case usage = 64
}
