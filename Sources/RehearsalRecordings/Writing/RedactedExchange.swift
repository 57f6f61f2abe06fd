import Rehearsal
import RehearsalDocuments
import RehearsalRedaction

/// An exchange as it is to be written, but for its name.
struct RedactedExchange {
    let exchange: RecordedExchange
    let clean: CleanExchange
    let bodies: RecordedEntry.Bodies

    init(_ exchange: RecordedExchange, _ redaction: RecordingRedaction, isExact: Bool) {
        self.exchange = exchange
        clean = CleanExchange(exchange, redaction, isExact: isExact)
        bodies = RecordedEntry.Bodies(clean, isExact: isExact)
    }
}

/// A large exchange that is redacted while others are written, with a copy of the secrets that are known.
struct RedactionDraft {
    let redacted: RedactedExchange
    let trace: WrittenTrace
    /// The secrets that were known, and those of the exchange.
    let book: SecretBook
    /// The revision of the book that was copied.
    let revision: Int

    /// - Parameter book: the secrets that are known, and a copy of the recording's own.
    init(_ exchange: RecordedExchange, _ options: RecordingWriter.Options, _ book: SecretBook) {
        (self.book, revision) = (book, book.revision)
        let redaction = RecordingRedaction(taking: options.taking, keeping: options.keeping, book: book)
        redacted = RedactedExchange(exchange, redaction, isExact: options.isExact)
        var trace = WrittenTrace()
        trace.note(redacted.clean)
        self.trace = trace
    }
}
