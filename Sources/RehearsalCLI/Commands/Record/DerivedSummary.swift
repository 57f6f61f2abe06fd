import RehearsalDocuments
import RehearsalRecordings

/// What is said at the end of the scenario beside the recording.
struct DerivedSummary: Sendable {
    private let file: String
    private let outcome: DerivedFile.Outcome

    /// Writes it, as far as it is to be written.
    init(_ derived: DerivedFile, _ wish: DerivedFile.Wish) {
        file = derived.path
        outcome = derived.write(wish)
    }

    /// Where the scenario is that plays what was recorded now; nil if there is none.
    var path: String? {
        switch outcome {
        case .written, .unchanged: file
        case .left, .none, .impossible: nil
        }
    }

    /// For a person; nil where nothing is to be said.
    var line: String? {
        switch outcome {
        case .written: "\(file) plays it, and is yours to edit"
        case .unchanged: "\(file) plays it, and is as it was"
        case .left, .none, .impossible: nil
        }
    }

    /// What stands in the way, for standard error.
    var remarks: [String] {
        switch outcome {
        case .left:
            [
                """
                \(file) has been edited, and is left as it is: --scenario rewrite derives it anew, \
                --scenario none says nothing of it
                """
            ]
        case .impossible(let reason): ["no scenario is written beside the recording: \(reason)"]
        case .written, .unchanged, .none: []
        }
    }
}
