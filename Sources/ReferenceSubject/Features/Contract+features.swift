import ReferenceClients
import Rehearsal
package import RehearsalContracts

extension Contract where Subject == FeaturesServices {
    /// What the services and workers of the app of feature modules promise.
    package static var features: Contract {
        Contract(
            "features",
            declares: .open,
            operations: [
                fetchItems.inParallel, deleteItem.inParallel, fetchData.inParallel, submitData.inParallel,
                fetch.inParallel, post.inParallel, delete.inParallel,
            ],
            promises: FeaturesPromises.all
                + EveryAppPromises.all(prefix: "FEAT", reading: "fetchItems", sending: "submitData") { $0.client },
            classify: { ReferenceOutcome.of($0) }
        )
    }

    private static var fetchItems: Operation {
        .value(
            "fetchItems",
            .get("/items"),
            recorded: "features/items",
            golden: FeaturesValues.items,
            fields: itemFields
        ) { try await $0.items.fetchItems() }
    }

    private static var deleteItem: Operation {
        .void("deleteItem", .delete("/items/itm-02"), recorded: "features/delete") {
            try await $0.items.deleteItem(id: "itm-02")
        }
    }

    private static var fetchData: Operation {
        .value(
            "fetchData",
            .get("/data/harbour"),
            recorded: "features/data",
            golden: FeaturesValues.harbour,
            fields: [
                .required("$.id", .string), .required("$.title", .string), .required("$.text", .string),
                .required("$.updated_at", .date),
            ]
        ) { try await $0.worker.fetchData(id: "harbour") }
    }

    private static var submitData: Operation {
        .value(
            "submitData",
            .post("/submissions"),
            recorded: "features/submission",
            golden: FeaturesValues.thanks,
            fields: submissionFields,
            .init(body: comment)
        ) { try await $0.worker.submitData(FeaturesValues.comment) }
    }
}

/// What services and workers are given, asked for what is on the wire.
extension Contract where Subject == FeaturesServices {
    private static var fetch: Operation {
        .value(
            "fetch",
            .get("/items"),
            recorded: "features/items",
            golden: FeaturesValues.rows,
            fields: itemFields
        ) { services -> [FeaturesAnswers.Row] in try await services.networking.fetch(.items) }
    }

    private static var post: Operation {
        .value(
            "post",
            .post("/submissions"),
            recorded: "features/submission",
            golden: FeaturesAnswers.Thanks(success: true, message: FeaturesValues.thanks),
            fields: submissionFields,
            .init(body: comment)
        ) { services -> FeaturesAnswers.Thanks in
            try await services.networking.post(.submissions(FeaturesValues.comment))
        }
    }

    private static var delete: Operation {
        .void("delete", .delete("/items/itm-02"), recorded: "features/delete") {
            try await $0.networking.delete(.item("itm-02"))
        }
    }

    private static var comment: JSON { ["subject": "harbour", "comment": "The timetable is out of date."] }

    private static var itemFields: [Field] {
        [.required("$[*].id", .string), .required("$[*].title", .string), .required("$[*].subtitle", .string)]
    }

    private static var submissionFields: [Field] { [.required("$.success", .bool), .optional("$.message", .string)] }
}
