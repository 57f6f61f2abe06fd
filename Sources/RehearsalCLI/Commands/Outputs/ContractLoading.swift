import Rehearsal
import RehearsalDocuments
import RehearsalOpenAPI

/// The contract of a run: the OpenAPI document against which exchanges are checked.
enum ContractLoading {
    /// Returns the option to answer invalid requests with errors.
    static func enforce<Options>(
        _ path: @autoclosure @escaping OptionField<Options>.KeyPathProvider<Bool>
    ) -> OptionField<Options> {
        .flag("enforce", path()).help(
            "answer a request that violates the contract with 400, 401, 404, 405, 406, 415 or 422, and list the violations"
        )
    }

    /// Returns the contract of a scenario; nil if it has none.
    ///
    /// - Parameters:
    ///   - scenario: the loaded scenario, which receives the check of requests.
    ///   - enforces: whether requests that violate the contract are refused.
    static func contract(
        of loaded: ScenarioFiles.LoadResult,
        _ scenario: inout Scenario,
        enforces: Bool
    ) throws(UsageError) -> APIContract? {
        guard let document = (loaded.contract ?? (enforces ? loaded.playedAPI : nil))?.document else {
            if enforces {
                throw UsageError(
                    "--enforce needs an OpenAPI document",
                    hint: "add --contract api.yaml, or \"contract\": \"api.yaml\" in the scenario"
                )
            }
            return nil
        }
        let contract = APIContract(document)
        if enforces { scenario.requestCheck = contract.requestCheck }
        return contract
    }
}
