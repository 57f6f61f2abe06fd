package import RehearsalDocuments
import RehearsalPlatform
package import RehearsalRedaction

/// A writer that appends exchanges to a recording on disk. Appended exchanges are not lost if the process crashes.
package final class RecordingWriter: Sendable {
    /// The path of the HAR file, for messages.
    package let path: String

    private let options: Options
    private let file: Locked<OpenRecording>
    /// A lock that permits one redaction of a large exchange at a time, because each needs several times its size.
    private let drafting = Lock()

    /// The body size in bytes from which an exchange is redacted outside the lock of the file.
    static let largeSize = 256 << 10
    /// The maximum number of redactions outside the lock. If all fail, the exchange is redacted under the lock.
    private static let maximumDrafts = 3

    /// The options for writing a recording.
    package struct Options: Sendable {
        package var start: ExistingRecordingPolicy
        /// Whether dates, durations and volatile headers are recorded.
        package var isExact: Bool
        /// The rules for values to redact in addition to the built-in ones.
        package var redactionRules: [RedactionRule]
        /// The rules for values that are not redacted although they look like secrets.
        package var exemptions: [RedactionRule]
        /// The number of the first placeholder for a secret; nil to continue after the highest existing number.
        var firstSecret: Int?
        /// The secrets that are already known, for a second redaction of a finished recording.
        var knownSecrets: SecretRegistry?

        package init(
            start: ExistingRecordingPolicy = .appending,
            isExact: Bool = false,
            redacting taking: [RedactionRule] = [],
            keeping: [RedactionRule] = []
        ) {
            self.start = start
            self.isExact = isExact
            self.redactionRules = taking
            self.exemptions = keeping
        }

        /// The treatment of an existing recording.
        package enum ExistingRecordingPolicy: Sendable, Hashable {
            /// New exchanges are appended.
            case appending
            /// The new recording replaces the existing one when the writer closes.
            case replacing
        }
    }

    /// The result of writing one exchange.
    package struct AppendResult: Sendable, Hashable {
        /// The name of the entry, such as `get-users-2`.
        package var name: String
        /// The redacted path of the request.
        package var path: String?
        /// The number of redacted values.
        package var secrets: Int
        /// Notes for the user, such as `content encoding (gzip) removed`.
        package var remarks: [String]

        package init(name: String, path: String? = nil, secrets: Int = 0, remarks: [String] = []) {
            self.name = name
            self.path = path
            self.secrets = secrets
            self.remarks = remarks
        }
    }

    /// An error that states why a recording cannot be written, with its path and a suggestion.
    package struct Failure: Error, Hashable, CustomStringConvertible {
        package var description: String
        /// The error text of the operating system, such as `No space left on device`, if a write failed.
        package var reason: String?

        package init(_ description: String, reason: String? = nil) {
            (self.description, self.reason) = (description, reason)
        }
    }

    /// Opens a recording and creates its parent folders.
    ///
    /// - Parameter path: `Recordings/users`, `Recordings/users/` or `Recordings/users.har`. All name the file
    ///   `Recordings/users.har` with bodies in `Recordings/users/`.
    /// - Throws: `Failure` if another process records to the path, or if the existing file cannot be appended to.
    package init(_ path: String, options: Options = Options()) throws(Failure) {
        self.path = Self.file(for: path)
        self.options = options
        file = Locked(try OpenRecording(self.path, options: options))
    }

    /// Completes or discards an interrupted replacement of a recording, so that the recording is consistent.
    package static func recover(_ path: String) {
        try? RecordingPaths(file(for: path), isStaged: false).recover()
    }

    /// Returns the path of the HAR file: `Recordings/users` → `Recordings/users.har`.
    package static func file(for path: String) -> String {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return FilePath.pathExtension(of: path) == "har" ? path : path + ".har"
    }

    /// Appends an exchange. It is in the file, without its secrets, when the method returns.
    package func append(_ exchange: RecordedExchange) throws(Failure) -> AppendResult {
        try append(exchange, named: nil)
    }

    /// Appends an exchange under a preferred name, which is used if it is valid and unique.
    package func append(_ exchange: RecordedExchange, named name: String?) throws(Failure) -> AppendResult {
        if exchange.size >= Self.largeSize, let written = try appendDraft(of: exchange, named: name) { return written }
        return try file.withLock { (file) throws(Failure) in try file.append(exchange, named: name) }
    }

    /// Redacts an exchange outside the lock and writes it. Returns nil if other exchanges revealed secrets
    /// during each attempt.
    ///
    /// - Parameter meanwhile: A closure that runs between redaction and writing.
    func appendDraft(
        of exchange: RecordedExchange,
        named name: String?,
        meanwhile: () throws(Failure) -> Void = {}
    ) throws(Failure) -> AppendResult? {
        try drafting.withLock { () throws(Failure) in
            for _ in 0..<Self.maximumDrafts {
                let draft = SpeculativeRedaction(exchange, options, file.withLock { $0.redaction.registry.copy() })
                try meanwhile()
                let written = try file.withLock { (file) throws(Failure) in try file.append(draft, named: name) }
                if let written { return written }
            }
            return nil
        }
    }

    /// Returns a text in which all secrets that are known so far are redacted.
    package func withoutSecrets(_ text: String) -> String {
        file.withLock { $0.withoutSecrets(text) }
    }

    /// Closes the recording. Further calls have no effect.
    package func close() throws(Failure) {
        try file.withLock { (file) throws(Failure) in try file.close() }
    }

    /// Whether gzip bodies can be decoded before they are stored, which needs zlib on the system.
    package static var readsGzip: Bool { Decompressor.shared != nil }
}
