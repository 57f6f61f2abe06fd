import RehearsalLint
import RehearsalTestSupport
import Testing

@testable import Rehearsal
@testable import RehearsalDocuments

/// A scenario of this package, with requests of a client and the replies that it must receive.
struct Talk: CustomTestStringConvertible, Sendable {
    /// The path in `Scenarios/`, without its extension.
    var file: String
    /// The path of a second scenario, over which this one takes precedence; nil for none.
    var base: String?
    var steps: [Step]
    /// The faults that take effect, in order of their requests.
    var faults: [String]
    /// The expectations of the scenario that this client does not meet; "…" stands for any text.
    var findings: [String]

    var testDescription: String { file }

    init(_ file: String, over base: String? = nil, _ steps: [Step], faults: [String] = [], findings: [String] = []) {
        (self.file, self.base, self.steps, self.faults, self.findings) = (file, base, steps, faults, findings)
    }

    static let folder = FilePath.folder(of: #filePath) + "/../../../Scenarios/"

    /// Loads the scenario and its base, with the diagnostics of both.
    /// - Parameter isProved: whether recordings are searched for secrets as well.
    func load(isProved: Bool = false) async throws -> ScenarioFiles.LoadResult {
        let files = [file, base].compactMap { $0.map { Self.folder + $0 + ".jsonc" } }
        // Reading files would block a thread of the cooperative pool.
        return try await runBlocking {
            ScenarioFiles.load(files, options: ScenarioFiles.Options(linting: isProved ? LintChecks(now: 0) : nil))
        }
    }
}
