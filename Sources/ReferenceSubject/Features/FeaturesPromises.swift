import ReferenceClients
import Rehearsal
import RehearsalContracts

/// What the app of feature modules promises beside what is asked of all clients.
enum FeaturesPromises {
    typealias Promise = Contract<FeaturesServices>.Promise

    static let all: [Promise] = [
        refused, lateAnswer, otherData, secondTap, leftScene, chosenItems, itemGone, lostDeletion, deletedMeanwhile,
        failedFetch,
    ]

    private static let refused = Promise(
        "FEAT-01",
        "A no inside of a 200 is no success, and what the backend says is shown.",
        of: "submitData",
        playing: ["extends": "apps/features/refused", "expect": [["post": "/submissions", "count": 1]]],
        .value(["loading", "failed: You have sent this comment already."])
    ) { services in
        let shown = ShownResponses()
        await services.scene(shown).submit(FeaturesValues.comment)
        return await shown.words
    }

    private static let lateAnswer = Promise(
        "FEAT-02",
        "The late answer for an identity that was asked for before never replaces the newer one.",
        of: "fetchData",
        // The harbour is answered when the items are asked for: when the airport is on the screen. Twice, so that they
        // are answered too where nobody waits for the harbour any more.
        playing: [
            "extends": "apps/features/happy-path",
            "endpoints": [
                ["get": "/data/harbour", "replies": [reply("features/data", until: "airport-shown")]],
                ["get": "/items", "replies": [reply("features/items", until: "airport-shown")]],
            ],
        ],
        .value(["loading", "loading", "airport"])
    ) { services in
        let shown = ShownResponses()
        let scene = await services.scene(shown)
        let (first, second) = await inTurn {
            await scene.show(id: "harbour")
        } then: {
            await scene.show(id: "airport")
        }
        await second.value
        try await fetchItemsTwice(services)
        await first.value
        return await shown.words
    }

    private static let otherData = Promise(
        "FEAT-03",
        "Data of another identity than the one that was asked for are no answer.",
        of: "fetchData",
        playing: [
            "extends": "apps/features/happy-path",
            "endpoints": [["get": "/data/harbour", "replies": [["recording": "features/other-data"]]]],
        ],
        .value("no answer"),
        .init(restsOn: ["STAT-01", "DEC-01"])
    ) { services in
        do {
            return try await services.worker.fetchData(id: "harbour").title
        } catch NetworkError.decodingError {
            return "no answer"
        }
    }

    private static let secondTap = Promise(
        "FEAT-04",
        "A second tap sends nothing while the first comment is on its way.",
        of: "submitData",
        // The first comment is answered when the items are asked for: when the second tap is over.
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
        .init(restsOn: ["STAT-01", "RETRY-04"])
    ) { services in
        let shown = ShownResponses()
        let scene = await services.scene(shown)
        let (first, second) = await inTurn {
            await scene.submit(FeaturesValues.comment)
        } then: {
            await scene.submit(FeaturesValues.comment)
        }
        await second.value
        try await fetchItemsTwice(services)
        await first.value
        return await shown.words
    }

    private static let leftScene = Promise(
        "FEAT-05",
        "Whoever leaves a scene while it loads is shown no error.",
        of: "fetchData",
        // The harbour never comes; the airport does as soon as the harbour has been asked for, and tells when to leave.
        playing: [
            "extends": "apps/features/stall",
            "endpoints": [
                ["get": "/data/harbour", "hold": "asked", "until": ["waiting": 2]],
                ["get": "/data/airport", "hold": "asked", "until": ["waiting": 2]],
            ],
            "expect": [["get": "/data/harbour", "count": 1, "endedBy": "client"]],
        ],
        .value(["loading", "cancelled"]),
        .init(restsOn: ["STAT-01", "CANC-01"])
    ) { services in
        let shown = ShownResponses()
        let scene = await services.scene(shown)
        let show = Task { await scene.show(id: "harbour") }
        _ = try await services.worker.fetchData(id: "airport")
        show.cancel()
        await show.value
        return await shown.words
    }

    /// Asks for the items twice at once.
    private static func fetchItemsTwice(_ services: FeaturesServices) async throws {
        async let items = services.items.fetchItems()
        _ = try await (services.items.fetchItems(), items)
    }

    /// A recorded reply that waits until another one waits for the same.
    private static func reply(_ recording: JSON, until gate: JSON, times: JSON? = nil) -> JSON {
        var members: [JSON.Member] = [
            .init("recording", recording), .init("hold", gate), .init("until", ["waiting": 2]),
        ]
        if let times { members.append(.init("times", times)) }
        return .object(members)
    }

    /// Begins two things of the main actor, the second when the first waits for something.
    @MainActor
    private static func inTurn(
        _ first: @escaping @MainActor () async -> Void,
        then second: @escaping @MainActor () async -> Void,
    ) -> (Task<Void, Never>, Task<Void, Never>) {
        (Task { await first() }, Task { await second() })
    }
}

/// What a scene is told to show, in a word each: `loading`, the identity of data, what the user reads.
@MainActor
final class ShownResponses: ScenePresenterProtocol, ItemListPresenterProtocol {
    private(set) var words: [String] = []

    func present(_ response: SceneResponse) {
        let word =
            switch response {
            case .loading: "loading"
            case .data(let data): data.id
            case .confirmed(let message): "confirmed: \(message)"
            case .failed(let message): "failed: \(message)"
            case .cancelled: "cancelled"
            }
        words.append(word)
    }

    /// Nothing is noted: an interactor knows its list.
    func present(_ list: ItemList) {}
}
