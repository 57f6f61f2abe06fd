import Rehearsal

extension OpenAPIProblem {
    /// A reason for which a reference is not resolved.
    enum Refusal: Error, Sendable, Hashable {
        case remote, absolute, outside, missing
        case noAnchor, malformedPointer
        /// A name on the way that does not exist, with the names that do.
        case noValue(token: String, known: [String])
        case tooManyFiles(Int)
        /// The loader has reported the reason.
        case reported

        /// Returns the problem for a reference; nil if it was reported.
        func problem(_ text: String, at place: OpenAPIPlace) -> OpenAPIProblem? {
            let name = "the reference \(text.quoted)"
            func problem(_ kind: Kind, _ message: String, _ hint: String?) -> OpenAPIProblem {
                OpenAPIProblem(.error, kind, at: place, "\(name) \(message)", hint: hint)
            }
            switch self {
            case .reported: return nil
            case .remote:
                return problem(.outsideReference, "leads to another server", "copy the file beside the document")
            case .absolute:
                return problem(.outsideReference, "is an absolute path", "write a path relative to this file")
            case .outside:
                let hint = "move the file into the root, or name a folder above both files with --root"
                return problem(.outsideReference, "leads out of the root", hint)
            case .missing:
                return problem(.brokenReference, "leads to a file that does not exist", "correct the path")
            case .noAnchor:
                return problem(.brokenReference, "names no anchor of the file", "write a pointer: #/components/…")
            case .malformedPointer:
                return problem(.brokenReference, "has an invalid pointer", "write ~0 for ~, and ~1 for /")
            case .noValue(let token, let known):
                let hint = NearestName.hint(for: token, in: known)
                return problem(.brokenReference, "leads nowhere: \(token.quoted) does not exist", hint)
            case .tooManyFiles(let limit):
                return problem(.tooLarge, "would load more than \(limit) files", "use fewer files")
            }
        }
    }
}

extension NearestName {
    /// Returns the hint `did you mean …?` with the nearest known name; nil if none is near.
    fileprivate static func hint(for name: String, in known: [String]) -> String? {
        of(name, in: known).map { "did you mean \($0.quoted)?" }
    }
}
