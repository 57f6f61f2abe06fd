public import Rehearsal

/// A type that plays scenarios.
///
/// Its extension has the function that starts a ``Backend``. Swift prefers a member of the class itself, so in a module
/// that imports RehearsalBackend, the function of that module takes precedence: it judges the run of a test.
public protocol ScenarioPlayer: AnyObject, Sendable {}

extension ScenarioPlayer where Self == Backend {
    /// Starts a backend, which accepts connections when the call returns.
    ///
    /// - Throws: `Backend.StartError` if the scenario is not valid or the port cannot be bound.
    public static func start(
        _ scenario: Scenario,
        options: Backend.Options = Backend.Options(),
    ) throws(Backend.StartError) -> Backend {
        try Backend(scenario, options)
    }

    /// Starts a backend without a compilation of its scenario.
    ///
    /// - Parameter compiled: the compiled scenario; its check of requests is replaced by that of the scenario.
    /// - Throws: `Backend.StartError` if the port cannot be bound.
    package static func start(
        _ scenario: Scenario,
        compiled: CompiledScenario,
        options: Backend.Options = Backend.Options(),
    ) throws(Backend.StartError) -> Backend {
        try Backend(scenario, options, compiled: compiled.checking(scenario.requestCheck))
    }
}
