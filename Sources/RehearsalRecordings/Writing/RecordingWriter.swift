package import RehearsalDocuments
import RehearsalPlatform
package import RehearsalRedaction

/// Puts exchanges into a recording on disk, one after another; what has been appended is there whatever happens next.
package final class RecordingWriter: Sendable {
    /// The HAR, as it is named to people.
    package let path: String

    private let options: Options
    private let file: Locked<RecordingFile>
    /// Held while a large exchange is redacted: each takes a multiple of its size in memory.
    private let drafting = Lock()

    /// The size of bodies, in bytes, from which an exchange is redacted while others are written.
    static let largeSize = 256 << 10
    /// The most attempts to redact an exchange outside of the lock; after them it is redacted under the lock.
    private static let mostDrafts = 3

    /// How a recording is written.
    package struct Options: Sendable {
        package var start: Start
        /// What changes from one recording to the next, such as dates, is kept.
        package var isExact: Bool
        /// What is taken out beside what always is.
        package var taking: [RedactionRule]
        /// What is left in although it looks like a secret.
        package var keeping: [RedactionRule]
        /// The number of the first secret, where some have one already that are still to come.
        var firstSecret: Int?
        /// The secrets that are known already, for another look at what was written before they were.
        var book: SecretBook?

        package init(
            start: Start = .continuing,
            isExact: Bool = false,
            taking: [RedactionRule] = [],
            keeping: [RedactionRule] = []
        ) {
            self.start = start
            self.isExact = isExact
            self.taking = taking
            self.keeping = keeping
        }

        /// What becomes of the recording that is there already.
        package enum Start: Sendable, Hashable {
            /// Exchanges are added to it.
            case continuing
            /// Another one takes its place when the writer closes, and not before.
            case replacing
        }
    }

    /// What was made of one exchange.
    package struct Written: Sendable, Hashable {
        /// `get-users-2`.
        package var name: String
        /// The path that was asked for, without its secrets.
        package var path: String?
        /// How many values were taken out because they are secrets.
        package var secrets: Int
        /// What is good to know: `content encoding taken off`.
        package var remarks: [String]

        package init(name: String, path: String? = nil, secrets: Int = 0, remarks: [String] = []) {
            self.name = name
            self.path = path
            self.secrets = secrets
            self.remarks = remarks
        }
    }

    /// Why a recording cannot be written; a sentence with its place and what to do.
    package struct Failure: Error, Hashable, CustomStringConvertible {
        package var description: String
        /// What the operating system says (`No space left on device`), where it refused a write.
        package var reason: String?

        package init(_ description: String, reason: String? = nil) {
            (self.description, self.reason) = (description, reason)
        }
    }

    /// Opens a recording, and makes the folders above it.
    ///
    /// - Parameter path: `Recordings/users`, `Recordings/users/` or `Recordings/users.har`: all of them are
    ///   `Recordings/users.har`, and the bodies are in `Recordings/users/`.
    package init(_ path: String, options: Options = Options()) throws(Failure) {
        self.path = Self.file(for: path)
        self.options = options
        file = Locked(try RecordingFile(self.path, options: options))
    }

    /// Ends what was being done to a recording when it was killed, so that whoever reads it finds one that is whole.
    package static func recover(_ path: String) {
        try? RecordingPlace(file(for: path), isAside: false).recover()
    }

    /// Where a recording of this name is: `Recordings/users` → `Recordings/users.har`.
    package static func file(for path: String) -> String {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return FileName.pathExtension(of: path) == "har" ? path : path + ".har"
    }

    /// Puts an exchange at the end; when this returns it is in the file, without its secrets.
    package func append(_ exchange: RecordedExchange) throws(Failure) -> Written {
        try append(exchange, named: nil)
    }

    /// As ``append(_:)``, with what the entry is to be called if no other is called so.
    package func append(_ exchange: RecordedExchange, named name: String?) throws(Failure) -> Written {
        if exchange.size >= Self.largeSize, let written = try appendDraft(of: exchange, named: name) { return written }
        return try file.withLock { (file) throws(Failure) in try file.append(exchange, named: name) }
    }

    /// Redacts an exchange while others are written, and writes it; nil where others revealed secrets each time.
    ///
    /// - Parameter meanwhile: called when the exchange has been redacted, before it is written.
    func appendDraft(
        of exchange: RecordedExchange,
        named name: String?,
        meanwhile: () throws(Failure) -> Void = {}
    ) throws(Failure) -> Written? {
        try drafting.withLock { () throws(Failure) in
            for _ in 0..<Self.mostDrafts {
                let draft = RedactionDraft(exchange, options, file.withLock { $0.redaction.book.copy() })
                try meanwhile()
                let written = try file.withLock { (file) throws(Failure) in try file.append(draft, named: name) }
                if let written { return written }
            }
            return nil
        }
    }

    /// Text as it may be shown: without the secrets that the recording knows by now.
    package func withoutSecrets(_ text: String) -> String {
        file.withLock { $0.withoutSecrets(text) }
    }

    /// Ends the recording; a second time nothing happens.
    package func close() throws(Failure) {
        try file.withLock { (file) throws(Failure) in try file.close() }
    }

    /// Whether what comes compressed with gzip is written as what it was before, which takes the system's zlib.
    package static var readsGzip: Bool { Inflating.system != nil }
}
