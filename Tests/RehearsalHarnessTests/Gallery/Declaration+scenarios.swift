import RehearsalContracts
import RehearsalDocuments
import RehearsalHarness
import RehearsalVerify
import Testing

extension Declaration {
    /// The declaration with the scenarios that its promises contain.
    var withScenarios: Declaration {
        let files = SubjectFileLookup(answer: SubjectFileLookup.none.recordedReply) { source in
            try LoadedScenario(source, referencedBy: "the gallery", root: nil).scenario
        }
        do { return try withScenarios(files) } catch {
            Issue.record(error)
            return self
        }
    }
}
