import Rehearsal
import RehearsalServer

/// The operations on the items of a scenario's resources.
enum ResourceOperations {
    private static let resource = OperationField(
        name: "resource",
        kind: .requestPath,
        description: "the path of the resource in the scenario: /users",
        isRequired: true
    )

    static let items = ControlOperation(
        id: "getItems",
        method: "GET",
        path: "/v1/sessions/{name}/items",
        summary: "Lists the items of a resource, at most 1000",
        query: [resource],
        success: ControlOperation.Success(schema: "Items"),
        run: { call throws(APIError) in .document(try call.itemsJSON(of: call.knownResource())) }
    )

    static let changeItem = ControlOperation(
        id: "changeItem",
        method: "POST",
        path: "/v1/sessions/{name}/items",
        summary: "Adds, replaces or removes an item of a resource; no request is recorded",
        body: [
            resource,
            OperationField(
                name: "id",
                kind: .text,
                description: "the ID of the item to replace or to remove; without it, an item is added"
            ),
            OperationField(
                name: "item",
                kind: .scenario,
                description: "the item, a JSON object; without it, the item is removed"
            ),
        ],
        success: ControlOperation.Success(schema: "Items"),
        problems: [409: "An item with that ID exists."],
        run: { call throws(APIError) in
            let resource = try call.knownResource()
            let item = call.values["item"]
            guard call.text("id") != nil || item != nil else {
                throw APIError(400, "value", "One of \"id\" or \"item\" is missing.")
            }
            var target = resource.path.text
            if let id = call.text("id") {
                target += "/" + String(decoding: PercentEncoding.escaped(id.utf8), as: UTF8.self)
            }
            let method = call.text("id") == nil ? "POST" : item == nil ? "DELETE" : "PUT"
            guard let reply = call.session.backend.resourceReply(to: method, target, item) else {
                throw APIError(404, "no-item", "The resource has no item with that ID.")
            }
            guard (200..<300).contains(reply.status) else {
                let detail = if case .problem(let problem) = reply.body { problem["detail"] } else { JSON?.none }
                let text: String? = if case .string(let text)? = detail { text } else { nil }
                let status = reply.status == 404 || reply.status == 409 ? reply.status : 422
                throw APIError(status, "item", "The item cannot be changed.", detail: text)
            }
            return .document(try call.itemsJSON(of: resource))
        }
    )

    static let schema = OpenAPI.object([
        "resource": ["type": "string"],
        "id": ["type": "string", "description": "the member that identifies an item"],
        "total": ["type": "integer"],
        "items": ["type": "array", "items": ["type": "object"]],
    ])
}

extension OperationCall {
    private static let maximumItems = 1_000

    /// Returns the resource that the request names.
    fileprivate func knownResource() throws(APIError) -> Scenario.Resource {
        let resources = session.backend.scenario.resources
        guard let resource = resources.first(where: { $0.path.text == text("resource") }) else {
            let names = resources.map(\.path.text).joined(separator: ", ")
            throw APIError(
                404,
                "no-resource",
                "The scenario has no resource with that path.",
                detail: names.isEmpty ? "It has no resources." : "Its resources are \(names)."
            )
        }
        return resource
    }

    /// Returns the items of a resource as the document of an operation.
    fileprivate func itemsJSON(of resource: Scenario.Resource) throws(APIError) -> JSON {
        let query = resource.paging == .none ? "" : "?limit=\(Self.maximumItems)"
        guard let reply = session.backend.resourceReply(to: "GET", resource.path.text + query),
            case .bytes(let bytes, _) = reply.body, let document = try? JSON(parsing: bytes)
        else { throw APIError(404, "no-resource", "The resource has no list.") }
        let list = resource.envelope.flatMap { document[$0] } ?? document
        guard case .array(let items) = list else { throw APIError(404, "no-resource", "The resource has no list.") }
        return [
            "resource": .string(resource.path.text),
            "id": .string(resource.id),
            "total": .integer(reply.headers["X-Total-Count"].flatMap { Int($0) } ?? items.count),
            "items": .array(Array(items.prefix(Self.maximumItems))),
        ]
    }
}
