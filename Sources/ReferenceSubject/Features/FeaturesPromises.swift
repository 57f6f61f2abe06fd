import ReferenceClients
import Rehearsal
import RehearsalContracts

/// The promises of the features app, in addition to the rules for all clients.
enum FeaturesPromises {
    typealias Promise = Contract<FeaturesServices>.Promise

    static let all: [Promise] = [
        rejectedInBody, lateResponse, otherData, secondTap, cancelledFetch, multipleDeletions, failedDeletion,
        lostDeletion,
        deletedDuringFetch,
        failedFetch,
    ]

    private static let rejectedInBody = Promise(
        "FEAT-01",
        "A failure in the body of a 200 is shown with the message of the backend.",
        of: "submitData",
        playing: ["extends": "apps/features/refused", "expect": [["post": "/submissions", "count": 1]]],
        .value(["loading", "failed: You have sent this comment already."])
    ) { services in
        let shown = RecordingPresenter()
        await services.scene(shown).submit(FeaturesValues.comment)
        return await shown.presentedTexts
    }

    private static let lateResponse = Promise(
        "FEAT-02",
        "The late response to an earlier request does not replace newer data.",
        of: "fetchData",
        // `harbour` is held until a request for the items, which the client sends after it has received `airport`. If
        // the client has cancelled `harbour`, the second request for the items ends the hold of the first.
        playing: [
            "extends": "apps/features/happy-path",
            "endpoints": [
                ["get": "/data/harbour", "replies": [reply("features/data", until: "airport-shown")]],
                ["get": "/items", "replies": [reply("features/items", until: "airport-shown")]],
            ],
        ],
        .value(["loading", "loading", "airport"])
    ) { services in
        let shown = RecordingPresenter()
        let scene = await services.scene(shown)
        let (first, second) = await inTurn {
            await scene.show(id: "harbour")
        } then: {
            await scene.show(id: "airport")
        }
        await second.value
        try await fetchItemsTwice(services)
        await first.value
        return await shown.presentedTexts
    }

    private static let otherData = Promise(
        "FEAT-03",
        "A response with another identifier than the requested one is an error.",
        of: "fetchData",
        playing: [
            "extends": "apps/features/happy-path",
            "endpoints": [["get": "/data/harbour", "replies": [["recording": "features/other-data"]]]],
        ],
        .value("no answer"),
        .init(dependsOn: ["STAT-01", "DEC-01"])
    ) { services in
        do {
            return try await services.worker.fetchData(id: "harbour").title
        } catch NetworkError.decodingError {
            return "no answer"
        }
    }

    private static let secondTap = Promise(
        "FEAT-04",
        "A second tap sends no request while the first submission is in progress.",
        of: "submitData",
        // The first submission is held until the request for the items, which the client sends after the second tap.
        playing: [
            "extends": "apps/features/happy-path",
            "endpoints": [
                [
                    "post": "/submissions", "afterLast": "next",
                    "replies": [reply("features/submission", until: "tapped", times: 1)],
                ], ["get": "/items", "replies": [reply("features/items", until: "tapped")]],
            ],
            "expect": [["post": "/submissions", "count": 1]],
        ],
        .value(["loading", "confirmed: \(FeaturesValues.thanks)"]),
        .init(dependsOn: ["STAT-01", "RETRY-04"])
    ) { services in
        let shown = RecordingPresenter()
        let scene = await services.scene(shown)
        let (first, second) = await inTurn {
            await scene.submit(FeaturesValues.comment)
        } then: {
            await scene.submit(FeaturesValues.comment)
        }
        await second.value
        try await fetchItemsTwice(services)
        await first.value
        return await shown.presentedTexts
    }

    private static let cancelledFetch = Promise(
        "FEAT-05",
        "Leaving a scene while it loads causes no error message.",
        of: "fetchData",
        // The server never sends `harbour`. It sends `airport` after the request for `harbour`, whose fetch is then
        // cancelled.
        playing: [
            "extends": "apps/features/stall",
            "endpoints": [
                ["get": "/data/harbour", "hold": "asked", "until": ["waiting": 2]],
                ["get": "/data/airport", "hold": "asked", "until": ["waiting": 2]],
            ],
            "expect": [["get": "/data/harbour", "count": 1, "endedBy": "client"]],
        ],
        .value(["loading", "cancelled"]),
        .init(dependsOn: ["STAT-01", "CANC-01"])
    ) { services in
        let shown = RecordingPresenter()
        let scene = await services.scene(shown)
        let show = Task { await scene.show(id: "harbour") }
        _ = try await services.worker.fetchData(id: "airport")
        show.cancel()
        await show.value
        return await shown.presentedTexts
    }

    /// Sends two concurrent requests for the items, each of which can end the hold of the other.
    private static func fetchItemsTwice(_ services: FeaturesServices) async throws {
        async let items = services.items.fetchItems()
        _ = try await (services.items.fetchItems(), items)
    }

    /// Returns a recorded reply that is held until another reply waits for the same hold.
    private static func reply(_ recording: JSON, until hold: JSON, times: JSON? = nil) -> JSON {
        var members: [JSON.Member] = [
            .init("recording", recording), .init("hold", hold), .init("until", ["waiting": 2]),
        ]
        if let times { members.append(.init("times", times)) }
        return .object(members)
    }

    /// Starts two main-actor tasks; the second begins when the first suspends.
    @MainActor
    private static func inTurn(
        _ first: @escaping @MainActor () async -> Void,
        then second: @escaping @MainActor () async -> Void,
    ) -> (Task<Void, Never>, Task<Void, Never>) {
        (Task { await first() }, Task { await second() })
    }
}

/// A presenter that records each response as a text: `loading`, the identifier of data, or a message.
@MainActor
final class RecordingPresenter: ScenePresenterProtocol, ItemListPresenterProtocol {
    private(set) var presentedTexts: [String] = []

    func present(_ response: SceneResponse) {
        let word =
            switch response {
            case .loading: "loading"
            case .data(let data): data.id
            case .confirmed(let message): "confirmed: \(message)"
            case .failed(let message): "failed: \(message)"
            case .cancelled: "cancelled"
            }
        presentedTexts.append(word)
    }

    /// Ignores the list, whose state the interactor provides.
    func present(_ list: ItemList) {}
}
