package import Rehearsal

/// The checks that a load runs on files without errors in addition to the checks of the format.
package struct LintChecks: Sendable {
    /// Returns the findings in the text of a document.
    let document: @Sendable (SourceText) -> [Diagnostic]
    /// Returns the findings in a recording and in the files that hold its bodies.
    let recording: @Sendable (SourceText, _ files: [String]) -> [Diagnostic]
    /// Returns the findings in an OpenAPI document that is played.
    let api: @Sendable (LoadedAPIDocument) -> [Diagnostic]
    /// Returns the findings in a scenario that concern one of its documents.
    let scenario: @Sendable (Document, LoadedAPIDocument?, Scenario) -> [Diagnostic]

    package init(
        document: @escaping @Sendable (SourceText) -> [Diagnostic],
        recording: @escaping @Sendable (SourceText, _ files: [String]) -> [Diagnostic],
        api: @escaping @Sendable (LoadedAPIDocument) -> [Diagnostic],
        scenario: @escaping @Sendable (Document, LoadedAPIDocument?, Scenario) -> [Diagnostic],
    ) {
        (self.document, self.recording, self.api, self.scenario) = (document, recording, api, scenario)
    }

    /// The document to check, as a part of a scenario.
    package struct Document: Sendable {
        package let root: JSONDocument.Node
        package let path: String
        package let layer: Int
        /// The index of its first endpoint in the scenario.
        package let firstEndpoint: Int
        /// The variables that its templates use.
        package let variables: [VariableUse]
        /// The bytes of the other documents of the scenario.
        package let others: [[UInt8]]
    }

    /// A use of a variable in a template.
    package struct VariableUse: Sendable {
        package let name: String
        package let range: Range<Int>
    }
}
