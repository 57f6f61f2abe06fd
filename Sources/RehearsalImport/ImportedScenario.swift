import Rehearsal
import RehearsalDocuments

/// A scenario made of what another tool's files say, before it is written.
package struct ImportedScenario {
    /// What it is called, and its file.
    package var name: String
    var summary = ""
    /// What stands above it as comments.
    var comments: [String] = []
    /// In the order in which they are written.
    var endpoints: [ImportedEndpoint] = []
    /// Variables as they are when it begins.
    var state: [JSON.Member] = []
    var cors = false
    var resources: [Scenario.Resource] = []

    /// Recordings that answer what no endpoint does, in files beside the document.
    var recordings: [ImportedRecording] = []

    /// Whether there is nothing in it to play.
    var isEmpty: Bool { endpoints.isEmpty && resources.isEmpty && recordings.isEmpty }

    /// Whether it is a recording and nothing else, so that a scenario is derived from it.
    var isOneRecording: Bool { recordings.count == 1 && endpoints.isEmpty && resources.isEmpty }

    init(name: String) { self.name = name }

    /// The scenario that a document is written of.
    var scenario: Scenario {
        Scenario(
            name,
            summary: summary,
            endpoints: endpoints.map(\.endpoint),
            state: state,
            cors: cors,
            resources: resources
        )
    }
}
