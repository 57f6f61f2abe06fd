import Rehearsal

/// An endpoint that an imported file asks for, and what a reader of the scenario should know of it.
struct ImportedEndpoint {
    var endpoint: Scenario.Endpoint
    /// What stands above it as comments: a name, and where it comes from.
    var comments: [String] = []
    /// Where it stands in the imported file.
    var value: ImportValue
    /// The file it comes from.
    var source: SourceText
    /// Lower ones are asked first: which of several scenarios it comes from.
    var group = 0
    /// Within a group higher ones are asked first, whatever their paths; among equal ones, in the order of the list.
    var rank = 0
    /// What bodies that are files are called, by the index of the reply.
    var fileNames: [Int: String] = [:]
}
