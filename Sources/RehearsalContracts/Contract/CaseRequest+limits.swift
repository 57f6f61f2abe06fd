extension CaseRequest {
    /// After how long a call that has not returned never will: its own deadline, and what it takes to say so.
    package var limit: Duration { (deadline ?? .seconds(20)) + Self.patience }

    /// What a call may take longer than it may take.
    package static var patience: Duration { .seconds(5) }

    /// How many outcomes answer it.
    package var calls: Int { parallel > 1 ? parallel : max(1, repetitions) }
}
