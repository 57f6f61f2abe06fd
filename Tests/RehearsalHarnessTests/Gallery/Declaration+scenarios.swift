import RehearsalContracts
import RehearsalDocuments
import RehearsalHarness
import RehearsalVerify
import Testing

extension Declaration {
    /// The declaration with the scenarios that its promises contain.
    var withScenarios: Declaration {
        let files = SubjectFileLookup(answer: SubjectFileLookup.none.answer) { source in
            try LoadedScenario(source, asking: "the gallery", below: nil).scenario
        }
        do { return try found(files) } catch {
            Issue.record(error)
            return self
        }
    }
}
