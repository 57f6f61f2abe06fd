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
        summary: "Adds, changes or removes an item of a resource; no request is recorded",
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
                description: "the item, a JSON object; without it and without changes, the item is removed"
            ),
            OperationField(
                name: "changes",
                kind: .scenario,
                description: "the members of the item to change, a JSON object; the other members stay"
            ),
        ],
        success: ControlOperation.Success(schema: "Items"),
        problems: [409: "An item with that ID exists."],
        run: { call throws(APIError) in
            // An unknown resource is reported first.
            _ = try call.itemsJSON()
            do throws(Backend.ItemError) {
                try call.changeItem()
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

    /// Changes the item according to the members of the request.
    fileprivate func changeItem() throws(Backend.ItemError) {
        let (backend, id) = (session.backend, text("id"))
        switch (id, values["item"], values["changes"]) {
        case (let id?, nil, .object(let changes)?): try backend.changeMembers(changes, ofItem: id, of: resource)
        case (_, let item, nil) where id != nil || item != nil: try backend.changeItem(id, of: resource, to: item)
        default:
            throw Backend.ItemError(
                description: "name \"item\" to add an item, or \"id\" with \"item\", with \"changes\" or alone",
                status: 400
            )
        }
    }

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
