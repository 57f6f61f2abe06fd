@_spi(Wire) import Rehearsal
import RehearsalDocuments
import RehearsalFaultCatalogue
import RehearsalServer

/// The operations that change the scenario of a session while it continues.
enum AmendmentOperations {
    static let overlays = ControlOperation(
        id: "listOverlays",
        method: "GET",
        path: "/v1/sessions/{name}/overlays",
        summary: "Lists the overlays that can be switched on, and those that are on",
        success: ControlOperation.Success(schema: "Overlays"),
        run: { call throws(APIError) in .document(call.session.backend.overlaysJSON) }
    )

    static let setOverlay = ControlOperation(
        id: "setOverlay",
        method: "POST",
        path: "/v1/sessions/{name}/overlays",
        summary: "Switches an overlay on or off; sequences, state, tokens and held replies continue",
        body: [
            OperationField(
                name: "overlay",
                kind: .text,
                description: "the name of an overlay: offline, maintenance, captive-portal, slow, or one that is on"
            ),
            OperationField(name: "on", kind: .flag, description: "whether the overlay is on; true by default"),
        ] + SessionOperations.documents,
        exclusiveFields: ["overlay", "scenario", "file"],
        success: ControlOperation.Success(schema: "Overlays"),
        run: { call throws(APIError) in
            let backend = call.session.backend
            let overlay = try overlay(of: call)
            let isOn = call.values["on"] != .bool(false)
            try APIError.reportingStartErrors { () throws(Backend.StartError) in
                if isOn { try backend.activate(overlay) } else { try backend.deactivate(overlay) }
            }
            return .document(backend.overlaysJSON)
        }
    )

    /// Returns the overlay that a call names or contains.
    private static func overlay(of call: OperationCall) throws(APIError) -> Backend.Overlay {
        guard let name = call.text("overlay") else {
            let scenario = try call.scenario()
            do throws(Backend.StartError) { return try Backend.Overlay(scenario) } catch {
                throw APIError(422, "overlay", "The scenario cannot be an overlay.", detail: error.description)
            }
        }
        let known = Backend.Overlay.standard + call.session.backend.overlays
        guard let overlay = known.last(where: { $0.name == name }) else {
            let names = known.map { "\"\($0.name)\"" }.joined(separator: ", ")
            throw APIError(404, "no-overlay", "No overlay has that name.", detail: "The overlays are \(names).")
        }
        return overlay
    }

    static let setNextReply = ControlOperation(
        id: "setNextReply",
        method: "POST",
        path: "/v1/sessions/{name}/next-reply",
        summary:
            "Makes the next request to an endpoint fail with a fault of the catalogue; later requests are answered",
        body: [
            OperationField(
                name: "method",
                kind: .text,
                description: "the method of the request; * for any",
                isRequired: true
            ),
            OperationField(
                name: "path",
                kind: .requestPath,
                description: "the path of the request, or the path of an endpoint with its placeholders",
                isRequired: true
            ),
            OperationField(
                name: "fault",
                kind: .text,
                description: "the number of a fault, as rehearsal faults prints it: F05, F10a",
                isRequired: true
            ),
        ],
        success: ControlOperation.Success(schema: "NextReplies"),
        run: { call throws(APIError) in
            let id = call.text("fault") ?? ""
            let number = id.lowercased()
            // The number of a fault with several variants selects the first one.
            let variant =
                FaultCatalogue.variants.first { $0.id.lowercased() == number }
                ?? FaultCatalogue.entries.first { $0.id.lowercased() == number }?.variants.first
            guard let variant else {
                throw APIError(404, "no-fault", "No fault has that number.", detail: "GET /v1/faults lists the faults.")
            }
            let method = call.text("method") ?? "*"
            guard method == "*" || method.utf8.allSatisfy(ByteClass.isToken) else {
                throw APIError(400, "value", "\"method\" must be a method, or * for any.")
            }
            let maker = NextReplyMaker(method: method, path: call.text("path") ?? "/", variant: variant)
            try maker.set(on: call.session.backend)
            return .document(call.session.backend.nextRepliesJSON)
        }
    )

    static let cancelNextReplies = ControlOperation(
        id: "cancelNextReplies",
        method: "DELETE",
        path: "/v1/sessions/{name}/next-reply",
        summary: "Cancels the faults that were set for next replies and that no request has received",
        success: ControlOperation.Success(schema: "NextReplies"),
        run: { call throws(APIError) in
            let backend = call.session.backend
            try APIError.reportingStartErrors { () throws(Backend.StartError) in try backend.cancelNextFaults() }
            return .document(call.session.backend.nextRepliesJSON)
        }
    )

    static let addEndpoint = ControlOperation(
        id: "addEndpoint",
        method: "POST",
        path: "/v1/sessions/{name}/endpoints",
        summary: "Adds an endpoint to the scenario that a session plays, until another scenario is played",
        body: [
            OperationField(
                name: "endpoint",
                kind: .scenario,
                description: "an endpoint, in the format of `endpoints` in a scenario; it must not refer to files",
                isRequired: true
            ),
            OperationField(
                name: "save",
                kind: .flag,
                description: "whether to add it also to the document of serve --add-missing; needs the server's token"
            ),
        ],
        success: ControlOperation.Success(schema: "Session"),
        problems: [409: "The server was started without --add-missing, or the document cannot be written."],
        run: { call throws(APIError) in
            let endpoint = call.values["endpoint"] ?? .null
            let document: JSON = ["scenario": "endpoint", "endpoints": [endpoint]]
            let loaded = ScenarioFiles.loadText(document.bytes(), path: "endpoint")
            let errors = loaded.diagnostics.filter { $0.severity == .error }
            guard let scenario = loaded.scenario, errors.isEmpty else { throw APIError(errors) }
            if call.flag("save") { try save(endpoint, for: call) }
            let backend = call.session.backend
            try APIError.reportingStartErrors { () throws(Backend.StartError) in
                try backend.amendments.add(scenario.endpoints, to: backend)
            }
            return .document(call.session.json)
        }
    )

    /// Adds an endpoint to the document of `--add-missing`.
    private static func save(_ endpoint: JSON, for call: OperationCall) throws(APIError) {
        guard call.hasServerToken else { throw Authorizer.unauthorized("\"save\" needs the server's token.") }
        guard let saveEndpoint = call.settings.saveEndpoint else {
            throw APIError(
                409,
                "no-document",
                "The server has no document for new endpoints.",
                detail: "Start it with --add-missing FILE."
            )
        }
        if let failure = saveEndpoint(endpoint) {
            throw APIError(409, "not-saved", "The endpoint was not saved.", detail: failure)
        }
    }
}

extension Backend {
    var overlaysJSON: JSON {
        let active = overlays
        let others = Overlay.standard.filter { overlay in !active.contains { $0.name == overlay.name } }
        let standardNames = Overlay.standard.map(\.name)
        let all = (others + active).sorted { left, right in
            let positions = [left, right].map { standardNames.firstIndex(of: $0.name) ?? .max }
            return positions[0] == positions[1] ? left.name < right.name : positions[0] < positions[1]
        }
        return [
            "overlays": .array(
                all.map { overlay in
                    [
                        "name": .string(overlay.name), "summary": .string(overlay.summary),
                        "on": .bool(active.contains { $0.name == overlay.name }),
                    ]
                }
            )
        ]
    }

    var nextRepliesJSON: JSON {
        let replies = amendments.nextReplies(of: self).map { reply -> JSON in
            ["endpoint": .string(reply.name), "fault": .string(reply.fault)]
        }
        return ["nextReplies": .array(replies)]
    }

}

extension AmendmentOperations {
    static let overlaysSchema = OpenAPI.object([
        "overlays": [
            "type": "array",
            "items": OpenAPI.object([
                "name": ["type": "string"], "summary": ["type": "string"], "on": ["type": "boolean"],
            ]),
        ]
    ])

    static let nextRepliesSchema = OpenAPI.object([
        "nextReplies": [
            "type": "array",
            "items": OpenAPI.object(["endpoint": ["type": "string"], "fault": ["type": "string"]]),
        ]
    ])
}
