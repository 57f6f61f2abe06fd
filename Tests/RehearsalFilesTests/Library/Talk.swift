import RehearsalLint
import RehearsalTestSupport
import Testing

@testable import Rehearsal
@testable import RehearsalDocuments

/// A scenario that comes with this package, and what a client sees that talks to it.
struct Talk: CustomTestStringConvertible, Sendable {
    /// Where it is in `Scenarios/`, without its extension.
    var file: String
    /// What it is laid over.
    var base: String?
    var steps: [Step]
    /// The faults that requests meet, in the order in which they come.
    var faults: [String]
    /// What this client has not done as the scenario expects it; "…" stands for anything.
    var findings: [String]

    var testDescription: String { file }

    init(_ file: String, over base: String? = nil, _ steps: [Step], faults: [String] = [], findings: [String] = []) {
        (self.file, self.base, self.steps, self.faults, self.findings) = (file, base, steps, faults, findings)
    }

    static let folder = FileName.folder(of: #filePath) + "/../../../Scenarios/"

    /// The scenario with what it is laid over, and all that is to be said about the two.
    /// - Parameter isProved: whether recordings are searched for secrets as well.
    func load(isProved: Bool = false) async throws -> ScenarioFiles.Loaded {
        let files = [file, base].compactMap { $0.map { Self.folder + $0 + ".jsonc" } }
        // Not on one of the few threads that tasks share.
        return try await onThread {
            ScenarioFiles.load(files, options: ScenarioFiles.Options(proving: isProved ? Proving(now: 0) : nil))
        }
    }
}
