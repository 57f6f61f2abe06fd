import ReferenceClients
import Rehearsal
import RehearsalContracts

/// The promises about the list of items.
extension FeaturesPromises {
    static let multipleDeletions = Promise(
        "FEAT-06",
        "Deleting several items deletes the selected ones, even if positions in the list change.",
        of: "deleteItem",
        playing: [
            "extends": "apps/features/happy-path",
            "expect": [
                ["delete": "/items/itm-01", "count": 1], ["delete": "/items/itm-03", "count": 1],
                ["delete": "/items/{id}", "count": 2],
            ],
        ],
        .value([["itm-02", "itm-04"], ["itm-02", "itm-04"]])
    ) { services in
        let list = await services.list()
        await list.load()
        await list.delete(["itm-03", "itm-01"])
        let left = await list.list.items.map(\.id)
        await list.load()
        return [left, await list.list.items.map(\.id)]
    }

    static let failedDeletion = Promise(
        "FEAT-07",
        "An item that cannot be deleted stays in the list with a message, and the others are deleted.",
        of: "deleteItem",
        playing: "apps/features/item-gone",
        .value(ListSnapshot(["itm-01", "itm-02", "itm-03"], message: "The item was deleted on another device.")),
        .init(dependsOn: ["STAT-02", "STAT-05", "STAT-07"])
    ) { services in
        let list = await services.list()
        await list.load()
        await list.delete(["itm-02", "itm-04"])
        return await ListSnapshot(list.list, \.id)
    }

    static let lostDeletion = Promise(
        "FEAT-08",
        "A deletion whose reply was lost counts as a success when the retry finds no item.",
        of: "deleteItem",
        playing: [
            "extends": "apps/features/lost-reply", "expect": [["delete": "/items/itm-02", "count": 2]],
        ],
        .value(()),
        .init(dependsOn: ["STAT-05", "TRN-02", "RETRY-01"])
        // The deletion is the first request: on a reused connection the network stack may retry it by itself.
    ) { try await $0.items.deleteItem(id: "itm-02") }

    static let deletedDuringFetch = Promise(
        "FEAT-09",
        "An item that is deleted while the list is being fetched does not reappear when the fetch ends.",
        of: "deleteItem",
        // The second list is held until the request for `harbour`, which the client sends after the deletion.
        playing: [
            "extends": "apps/features/happy-path",
            "endpoints": [
                [
                    "get": "/items",
                    "replies": [
                        ["recording": "features/items", "times": 1],
                        ["recording": "features/items", "hold": "gone", "until": ["waiting": 2]],
                    ],
                ], ["get": "/data/harbour", "hold": "gone", "until": ["waiting": 2]],
            ],
        ],
        .value(ListSnapshot(["itm-02", "itm-03", "itm-04"]))
    ) { services in
        let list = await services.list()
        await list.load()
        let late = Task { @MainActor in await list.load() }
        await list.delete(["itm-01"])
        _ = try await services.worker.fetchData(id: "harbour")
        await late.value
        return await ListSnapshot(list.list, \.id)
    }

    static let failedFetch = Promise(
        "FEAT-10",
        "A failed fetch sets the message and keeps the items.",
        of: "fetchItems",
        playing: [
            "extends": "apps/features/server-error",
            "endpoints": [
                ["get": "/items", "afterLast": "next", "replies": [["recording": "features/items", "times": 1]]]
            ],
        ],
        .value(ListSnapshot(FeaturesValues.items.map(\.id), message: "We have been told, and look into it.")),
        .init(dependsOn: ["STAT-01", "STAT-04", "STAT-07"])
    ) { services in
        let list = await services.list()
        await list.load()
        await list.load()
        return await ListSnapshot(list.list, \.id)
    }
}
