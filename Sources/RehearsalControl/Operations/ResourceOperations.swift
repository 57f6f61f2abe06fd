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
        run: { call throws(APIError) in .document(try call.itemsJSON()) }
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
            // An unknown resource is reported first.
            _ = try call.itemsJSON()
            let item = call.values["item"]
            guard call.text("id") != nil || item != nil else {
                throw APIError(400, "value", "One of \"id\" or \"item\" is missing.")
            }
            do throws(Backend.ItemError) {
                try call.session.backend.changeItem(call.text("id"), of: call.resource, to: item)
            } catch {
                throw APIError(error.status, "item", "The item cannot be changed.", detail: error.description)
            }
            return .document(try call.itemsJSON())
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
    /// The path of the resource that the request names.
    fileprivate var resource: Scenario.PathPattern { Scenario.PathPattern(text("resource") ?? "") }

    /// Returns the items of the resource as the document of an operation.
    fileprivate func itemsJSON() throws(APIError) -> JSON {
        let list: Backend.ItemList
        do throws(Backend.ItemError) {
            list = try session.backend.itemList(of: resource)
        } catch {
            throw APIError(error.status, "no-resource", "The items cannot be read.", detail: error.description)
        }
        return [
            "resource": .string(resource.text),
            "id": .string(list.id),
            "total": .integer(list.total),
            "items": .array(list.items),
        ]
    }
}
