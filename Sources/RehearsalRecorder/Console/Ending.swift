/// How this program ended, as the shell sees it.
enum Ending: Int32, Sendable {
    case held = 0
    /// Something is not as it has to be.
    case failed = 1
    /// It could not be done, or not all of it, for a reason that lies outside.
    case couldNot = 2
    /// The command line or a document is wrong (`EX_USAGE` of sysexits.h).
    case usage = 64
}
