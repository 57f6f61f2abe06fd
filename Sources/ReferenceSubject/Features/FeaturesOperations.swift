import Foundation
package import ReferenceClients
import Rehearsal
import RehearsalContracts
package import RehearsalHarness

/// The services and workers of the features app, composed as in the app.
package struct FeaturesServices: AppServices {
    package let client: APIClient
    package let networking: Networking
    package let items: FeatureService
    package let worker: SceneWorker

    /// Creates the services for one test case.
    ///
    /// - Parameter network: the transport that sends each request; nil for a new `URLSession`.
    package init(_ trial: SubjectContext, over network: (any HTTPTransport)? = nil) {
        client = trial.unauthenticatedClient(transport: network)
        networking = Networking(client: client)
        items = FeatureService(networking: networking)
        worker = SceneWorker(networking: networking)
    }

    /// Returns an interactor of the list of items, before its first fetch.
    @MainActor
    func list() -> ItemListInteractor { ItemListInteractor(service: items, presenter: RecordingPresenter()) }

    /// Returns an interactor of a scene, before its first request.
    @MainActor
    func scene(_ shown: RecordingPresenter) -> SceneInteractor { SceneInteractor(worker: worker, presenter: shown) }
}

/// The operations of the features app.
enum FeaturesOperations {
    typealias Operation = Contract<FeaturesServices>.Operation
    typealias Field = Contract<FeaturesServices>.Field

    static let all = [fetchItems, deleteItem, fetchData, submitData, fetch, post, delete]

    private static let fetchItems = Operation.value(
        "fetchItems",
        .get("/items"),
        recorded: "features/items",
        golden: FeaturesValues.items,
        fields: itemFields
    ) { try await $0.items.fetchItems() }

    private static let deleteItem = Operation.void("deleteItem", .delete("/items/itm-02"), recorded: "features/delete")
    {
        try await $0.items.deleteItem(id: "itm-02")
    }

    private static let fetchData = Operation.value(
        "fetchData",
        .get("/data/harbour"),
        recorded: "features/data",
        golden: FeaturesValues.harbour,
        fields: Field.required(["id": .string, "title": .string, "text": .string, "updated_at": .date])
    ) { try await $0.worker.fetchData(id: "harbour") }

    private static let submitData = Operation.value(
        "submitData",
        .post("/submissions"),
        recorded: "features/submission",
        golden: FeaturesValues.thanks,
        fields: submissionFields,
        .init(body: comment, throws: [RejectionError.self])
    ) { try await $0.worker.submitData(FeaturesValues.comment) }

    /// A fetch by the networking layer, which returns the decoded JSON document.
    private static let fetch = Operation.value(
        "fetch",
        .get("/items"),
        recorded: "features/items",
        golden: FeaturesValues.rows,
        fields: itemFields
    ) { services -> [FeaturesDocuments.Row] in try await services.networking.fetch(.items) }

    private static let post = Operation.value(
        "post",
        .post("/submissions"),
        recorded: "features/submission",
        golden: FeaturesDocuments.Thanks(success: true, message: FeaturesValues.thanks),
        fields: submissionFields,
        .init(body: comment)
    ) { services -> FeaturesDocuments.Thanks in
        try await services.networking.post(.submissions(FeaturesValues.comment))
    }

    private static let delete = Operation.void("delete", .delete("/items/itm-02"), recorded: "features/delete") {
        try await $0.networking.delete(.item("itm-02"))
    }

    private static let comment: JSON = ["subject": "harbour", "comment": "The timetable is out of date."]

    private static let itemFields = Field.required(
        below: "$[*]",
        ["id": .string, "title": .string, "subtitle": .string]
    )

    private static let submissionFields: [Field] = [.required("$.success", .bool), .optional("$.message", .string)]
}

/// The values that the services return for the recorded replies, and the arguments of their calls.
enum FeaturesValues {
    static let items = [
        Item(id: "itm-01", title: "Morning briefing", subtitle: "Every weekday at 7:30"),
        Item(id: "itm-02", title: "Reading list", subtitle: "Twelve articles, two new"),
        Item(id: "itm-03", title: "Saved routes", subtitle: "Home, office, harbour"),
        Item(id: "itm-04", title: "Cafés near you", subtitle: "Within ten minutes on foot"),
    ]

    static let rows = items.map { FeaturesDocuments.Row(id: $0.id, title: $0.title, subtitle: $0.subtitle) }

    static let harbour = SceneData(
        id: "harbour",
        title: "Harbour",
        text: "Ferries leave every ten minutes from pier 3.",
        updatedAt: .utc("2026-03-04T06:00:12Z")
    )

    static let comment = SubmissionInput(subject: "harbour", comment: "The timetable is out of date.")

    static let thanks = "Thank you, we read every comment."
}

/// The documents of the features app's backend.
enum FeaturesDocuments {
    /// An item.
    struct Row: Decodable, Sendable {
        var id: String
        var title: String
        var subtitle: String
    }

    /// The reply to a comment.
    struct Thanks: Decodable, Sendable {
        var success: Bool
        var message: String?
    }
}
