extension CaseRequest {
    /// After how long a call that has not returned never will: its own deadline, and what it takes to say so.
    package var limit: Duration { (deadline ?? .seconds(20)) + Self.patience }

    /// What a call may take longer than it may take.
    package static var patience: Duration { .seconds(5) }

    /// The shortest delay that changes what a correct client does: its timeout expires, or the cancellation of its call
    /// meets something else.
    package var tolerance: Duration {
        min(timeout ?? .seconds(2), deadline ?? .seconds(20), cancelAfter.map { $0 * 4 } ?? .seconds(20))
    }

    /// How many outcomes answer it.
    package var calls: Int { parallel > 1 ? parallel : max(1, repetitions) }
}
