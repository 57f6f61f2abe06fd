/// What a recording comes to: what answers first, and what becomes of everything else.
struct RecordPlan: Sendable, Equatable {
    /// Whether a recording that is there answers what it knows.
    var replays: Bool
    var onMiss: RecordOptions.Miss
    /// Whether the recording that is there gives way to the new one.
    var startsAnew: Bool

    var records: Bool { onMiss == .record }

    /// - Parameter isThere: whether there is a recording of that name already.
    init(_ options: RecordOptions, isThere: Bool) throws(UsageError) {
        startsAnew = options.mode == .rewrite
        replays = isThere && !startsAnew && options.path != nil
        onMiss = options.onMiss ?? (replays && options.mode == .once ? .fail : .record)
        try judge(options, isThere: isThere)
    }

    private func judge(_ options: RecordOptions, isThere: Bool) throws(UsageError) {
        if options.path == nil, records {
            throw UsageError(
                "--into is missing: the recording that is made",
                hint: "for example: --into Recordings/api; --on-miss forward looks on and writes nothing"
            )
        }
        if startsAnew, !records {
            throw UsageError(
                "--mode rewrite records everything, and --on-miss \(onMiss.rawValue) nothing",
                hint: "leave one of them out"
            )
        }
        if replays, records, options.mode == .once {
            throw UsageError(
                "--mode once adds nothing to a recording that is there, and --on-miss record would",
                hint: "--mode new adds what is missing"
            )
        }
        if !replays, onMiss == .fail {
            throw UsageError(
                "--on-miss fail answers from a recording alone, and there is none\(options.path.map { " at \($0)" } ?? "")",
                hint: "record it first: leave --on-miss out"
            )
        }
    }
}
