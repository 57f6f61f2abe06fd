/// A difference between what a rule requires and what was observed.
package struct Finding: Sendable, Hashable {
    /// One sentence: `expected 3 requests, saw 1`.
    package var text: String
    package var basis: Basis

    /// The kind of evidence that a finding rests on.
    package enum Basis: Sendable, Hashable {
        /// Something was sent, returned or left out.
        ///
        /// A machine that kept the client from its own timers explains it too.
        case event
        /// Something came later than it may, by so much. A machine that delayed it by as much explains it too.
        case late(by: Duration)
        /// Something that a correct client shows once in many runs. It counts if it happens again.
        case chance
    }
}
