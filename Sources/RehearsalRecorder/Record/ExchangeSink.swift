package import RehearsalDocuments
package import RehearsalRecordings

/// Where exchanges go that are to be recorded.
package protocol ExchangeSink: Sendable {
    /// Keeps an exchange; when this returns it is kept whatever happens next.
    func append(_ exchange: RecordedExchange) throws(RecordingWriter.Failure) -> RecordingWriter.Written
}

extension RecordingWriter: ExchangeSink {}
