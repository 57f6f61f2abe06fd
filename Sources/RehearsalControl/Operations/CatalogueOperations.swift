import Rehearsal
import RehearsalFaultCatalogue

/// The operations that list what a session can play.
enum CatalogueOperations {
    static let scenarios = ControlOperation(
        id: "listScenarios",
        method: "GET",
        path: "/v1/scenarios",
        summary: "Lists the scenarios in the folder of the served scenario, with their summaries",
        requiresServerToken: true,
        success: ControlOperation.Success(schema: "Scenarios"),
        run: { call throws(APIError) in
            let listings = call.settings.listScenarios().map { listing -> JSON in
                [
                    "file": .string(listing.file), "path": .string(listing.path), "name": .string(listing.name),
                    "summary": .string(listing.summary), "endpoints": .integer(listing.endpointCount),
                    "errors": .integer(listing.errorCount),
                ]
            }
            return .document(["scenarios": .array(listings)])
        }
    )

    static let faults = ControlOperation(
        id: "listFaults",
        method: "GET",
        path: "/v1/faults",
        summary: "Lists the faults of the catalogue, with the bytes on the wire and the result of URLSession",
        success: ControlOperation.Success(schema: "Faults"),
        run: { call throws(APIError) in
            let results = call.settings.faultResults()
            let faults = FaultCatalogue.entries.flatMap { entry in
                entry.variants.map { variant -> JSON in
                    let title = variant.title == entry.title ? entry.title : "\(entry.title): \(variant.title)"
                    return [
                        "id": .string(variant.id),
                        "title": .string(title),
                        "wire": .string(variant.wire ?? entry.wire),
                        "urlSession": .text(results[variant.id]),
                        "nextReply": .bool(NextReplyMaker.canPlay(variant)),
                    ]
                }
            }
            return .document(["faults": .array(faults)])
        }
    )

    static let scenariosSchema = OpenAPI.object([
        "scenarios": [
            "type": "array",
            "items": OpenAPI.object([
                "file": ["type": "string", "description": "the absolute path, for the operation play"],
                "path": ["type": "string", "description": "the path in the folder"],
                "name": ["type": "string"], "summary": ["type": "string"], "endpoints": ["type": "integer"],
                "errors": ["type": "integer", "description": "0 if the scenario can be played"],
            ]),
        ]
    ])

    static let faultsSchema = OpenAPI.object([
        "faults": [
            "type": "array",
            "items": OpenAPI.object([
                "id": ["type": "string"], "title": ["type": "string"], "wire": ["type": "string"],
                "urlSession": ["type": ["string", "null"], "description": "the result that URLSession reports"],
                "nextReply": ["type": "boolean", "description": "whether the fault can be set for one reply"],
            ]),
        ]
    ])
}

extension ControlServer {
    /// A scenario in the folder of the served scenario.
    package struct ScenarioListing: Sendable {
        /// The absolute path of the document.
        package var file: String
        /// The path in the folder.
        package var path: String
        package var name: String
        package var summary: String
        package var endpointCount: Int
        /// The number of errors; zero if the scenario can be played.
        package var errorCount: Int

        package init(
            file: String,
            path: String,
            name: String,
            summary: String,
            endpointCount: Int,
            errorCount: Int
        ) {
            (self.file, self.path, self.name, self.summary) = (file, path, name, summary)
            (self.endpointCount, self.errorCount) = (endpointCount, errorCount)
        }
    }
}
