import Rehearsal
import RehearsalDocuments
import RehearsalLint

extension FuzzTarget {
    /// OpenAPI documents, from their text to the scenario that they describe, with the checks of `rehearsal lint`.
    static let openAPI = FuzzTarget("openapi") { bytes in
        let loaded = ScenarioFiles.loadText(bytes, path: "fuzz.yaml", linting: LintChecks(now: 0))
        try loaded.diagnostics.requirePlaces(in: bytes)
        guard let scenario = loaded.scenario else {
            return try Finding.require(loaded.diagnostics.hasErrors, "a document is rejected without an error")
        }
        do throws(CompiledScenario.CompilationError) {
            _ = try CompiledScenario(scenario)
        } catch {
            throw Finding("the scenario of a document is not valid: \(error)")
        }
        let again = ScenarioFiles.loadText(bytes, path: "fuzz.yaml").scenario
        try Finding.require(again?.digest == scenario.digest, "a document gives two different scenarios")
    }
}
