import Rehearsal

extension NearestName {
    /// A hint that asks whether that is meant.
    package static func hint(for name: String, in known: some Sequence<String>) -> String? {
        of(name, in: known).map { "did you mean \($0.quoted)?" }
    }
}
