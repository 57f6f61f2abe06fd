extension RecordingWriter {
    /// Whether what comes compressed with gzip is written as what it was before, which takes the system's zlib.
    package static var readsGzip: Bool { Inflating.system != nil }
}
