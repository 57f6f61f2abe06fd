import RehearsalPlatform

/// What is looked for in files that are right, beside what can be proven of them.
package struct Proving: Sendable {
    /// The moment, in seconds since 1970.
    package var now: Int64
    /// How old a file may be, in seconds; nil for any age.
    package var oldest: Int64?

    package init(now: Int64, oldest: Int64? = nil) {
        self.now = now
        self.oldest = oldest
    }

    /// That a document was changed too long ago, if it was.
    package func age(ofFile path: String) -> Diagnostic? {
        guard let oldest, let changed = FileSystem.modified(path), now - changed > oldest else { return nil }
        let message = "this scenario was last changed \(Self.days(now - changed)) ago"
        return Diagnostic(.warning, .oldFile, path: path, message: message, hint: "see whether it still holds")
    }

    package static func days(_ seconds: Int64) -> String {
        let days = seconds / 86_400
        return days == 1 ? "1 day" : "\(days) days"
    }
}
