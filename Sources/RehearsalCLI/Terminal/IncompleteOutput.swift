import Rehearsal

/// An output that does not have all that was written to it.
struct IncompleteOutput: Sendable, Hashable {
    /// `-` is the standard output.
    let path: String
    /// What the operating system says (`No space left on device`); nil where it is not known.
    let reason: String?

    var sentence: String {
        let name = path == "-" ? "the standard output" : path.quoted
        return "\(name) could not be written whole" + (reason.map { ": \($0)" } ?? "")
    }
}

extension Descriptor {
    /// Writes all of it to what is named by a path; returns nil if all of it was written.
    func complete(_ path: String, with bytes: [UInt8]) -> IncompleteOutput? {
        do throws(WriteFailure) {
            try put(bytes)
            return nil
        } catch {
            return IncompleteOutput(path: path, reason: error.reason)
        }
    }
}
