import Rehearsal
import RehearsalFiles
import RehearsalServer

/// What `record` was asked to do.
struct RecordOptions: Sendable {
    var upstream: Upstream
    /// The HAR that is written or replayed; nil for a spy without either.
    var path: String?
    var mode = Mode.once
    /// What becomes of requests that the recording does not know; nil where the mode says it.
    var onMiss: Miss?
    var port = 8080
    var reach = Backend.Reach.loopback
    var timeout = Duration.seconds(30)
    var isExact = false
    /// What is taken out of the recording beside what always is, and what is left in.
    var taking: [RedactionRule] = []
    var keeping: [RedactionRule] = []
    var isJSON = false
    /// What becomes of the scenario beside the recording.
    var scenario = DerivedFile.Wish.keep

    /// Whether to record at all.
    enum Mode: String, Sendable, CaseIterable {
        /// What is there is replayed and stays as it is; what is not there yet is recorded.
        case once
        /// What is there is replayed, and what it does not know is added.
        case new
        /// Everything is recorded anew.
        case rewrite
    }

    /// What to do with a request that no recorded reply answers.
    enum Miss: String, Sendable, CaseIterable {
        /// It is answered 501, and goes nowhere.
        case fail
        /// It is passed on, and not recorded.
        case forward
        case record
    }

    /// What is wrong with what was asked, and what would be right.
    struct Wrong: Error, Hashable {
        let message: String
        let hint: String?

        init(_ message: String, hint: String? = nil) { (self.message, self.hint) = (message, hint) }
    }
}
