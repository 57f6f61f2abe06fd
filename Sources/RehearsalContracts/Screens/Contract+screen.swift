import Rehearsal

extension Contract {
    /// A screen of an app: how it is loaded, what it shows, and how the user leaves it.
    ///
    /// The contract derives a promise from each template that applies to the screen.
    public struct Screen: Sendable {
        /// The name in the IDs of the promises: `reservations` in `SCREEN-LATEST-reservations`.
        public let name: String
        /// The promises of the screen, one for each template that applies.
        public let promises: [Promise]
    }
}

extension Contract.Screen where Subject: Sendable {
    /// Returns a screen.
    ///
    /// - Parameters:
    ///   - name: the name in the IDs of the promises.
    ///   - operation: the name of the operation that the screen loads.
    ///   - make: creates the view model, interactor or presenter of the screen.
    ///   - load: loads the content, and returns when the load has ended.
    ///   - state: returns what the screen shows.
    ///   - leave: tells the model that the user leaves the screen; without it, the task of the load is cancelled.
    ///   - logOut: logs the user out; nil if the app has no logout.
    ///   - rows: the rows of the screen; nil if it shows no list.
    ///   - templates: the templates to derive promises from. Those that do not apply to the screen are ignored.
    public static func screen<Model>(
        _ name: String,
        of operation: String,
        make: @escaping @MainActor @Sendable (Subject) async throws -> Model,
        load: @escaping @MainActor @Sendable (Model) async -> Void,
        state: @escaping @MainActor @Sendable (Model) async -> ScreenState,
        leave: (@MainActor @Sendable (Model) async -> Void)? = nil,
        logOut: (@MainActor @Sendable (Subject, Model) async -> Void)? = nil,
        rows: ScreenRows<Model>? = nil,
        keeps templates: [ScreenTemplate] = ScreenTemplate.allCases,
    ) -> Contract.Screen {
        @MainActor @Sendable func open(_ subject: Subject) async throws -> ScreenSession {
            let model = try await make(subject)
            var session = ScreenSession(
                load: { await load(model) },
                state: { (await state(model), rows?.ids(model)) }
            )
            if let leave { session.leave = { await leave(model) } }
            if let logOut { session.logOut = { await logOut(subject, model) } }
            if let delete = rows?.delete { session.delete = { await delete.call(model, $0) } }
            if let loadMore = rows?.loadMore { session.loadMore = { await loadMore(model) } }
            return session
        }
        let promises = templates.filter { template in
            switch template {
            case .noDuplicateRows: rows != nil
            case .deleteByIdentity, .rollsBackOnFailure: rows?.delete != nil
            case .forgetsOnLogout: logOut != nil
            case .errorClearedBySuccess, .failureIsShown, .latestWins, .cancelledIsNotAnError: true
            }
        }.map { template in
            Contract.Promise(template, on: name, of: operation, deletedBy: rows?.delete?.operation, open)
        }
        return Contract.Screen(name: name, promises: promises)
    }
}

/// The rows of a screen: their identifiers, and the actions of the user on them.
public struct ScreenRows<Model>: Sendable {
    let ids: @MainActor @Sendable (Model) -> [String]
    let loadMore: (@MainActor @Sendable (Model) async -> Void)?
    let delete: (operation: String, call: @MainActor @Sendable (Model, [String]) async -> Void)?

    /// Creates rows that cannot be deleted.
    ///
    /// - Parameters:
    ///   - ids: returns the identifiers of the rows, in the order of the screen.
    ///   - loadMore: loads further rows, and returns when the load has ended; nil if all rows are loaded at once.
    public init(
        _ ids: @escaping @MainActor @Sendable (Model) -> [String],
        loadMore: (@MainActor @Sendable (Model) async -> Void)? = nil,
    ) {
        (self.ids, self.loadMore) = (ids, loadMore)
        delete = nil
    }

    /// Creates rows that the user can delete.
    ///
    /// - Parameters:
    ///   - ids: returns the identifiers of the rows, in the order of the screen. The path of a request that deletes a
    ///     row ends in its identifier.
    ///   - loadMore: loads further rows, and returns when the load has ended; nil if all rows are loaded at once.
    ///   - operation: the name of the operation that deletes a row.
    ///   - delete: deletes the rows with these identifiers, as if the user had selected them all.
    public init(
        _ ids: @escaping @MainActor @Sendable (Model) -> [String],
        loadMore: (@MainActor @Sendable (Model) async -> Void)? = nil,
        deletedBy operation: String,
        _ delete: @escaping @MainActor @Sendable (Model, [String]) async -> Void,
    ) {
        (self.ids, self.loadMore) = (ids, loadMore)
        self.delete = (operation, delete)
    }
}

extension Contract.Promise where Subject: Sendable {
    /// Creates the promise that a template derives from a screen.
    ///
    /// - Parameters:
    ///   - screen: the name of the screen.
    ///   - operation: the name of the operation that the screen loads.
    ///   - deletion: the name of the operation that deletes a row; nil for none.
    ///   - open: creates the screen.
    fileprivate init(
        _ template: ScreenTemplate,
        on screen: String,
        of operation: String,
        deletedBy deletion: String?,
        _ open: @escaping @MainActor @Sendable (Subject) async throws -> ScreenSession,
    ) {
        let id = template.id(on: screen)
        declared = Declaration.Promise(
            id,
            template.statement,
            of: operation,
            playing: .null,
            dependsOn: template.dependsOn
        )
        (declared.template, declared.deletion) = (template, deletion)
        (declared.token, declared.refreshToken) = ("t1", "r1")
        action = .value(id, .get("/"), recorded: .reply(200)) { _ in }
        action.screenCall = { subject, describe, checkpoint in
            let driver = await ScreenDriver(describe: describe, checkpoint: checkpoint)
            return .array(try await driver.steps(of: template) { try await open(subject) })
        }
        expectedOutcome = { _ in nil }
    }
}
