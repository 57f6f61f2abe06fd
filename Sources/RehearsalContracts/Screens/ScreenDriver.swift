import Rehearsal

/// A screen in use: the actions of the user, and what the screen shows.
@MainActor
struct ScreenSession {
    /// Loads the content, and returns when the load has ended.
    let load: @MainActor () async -> Void
    /// Returns what the screen shows, and the identifiers of its rows.
    let state: @MainActor () async -> (ScreenState, [String]?)
    /// Leaves the screen; nil if this only cancels the task of the load.
    var leave: (@MainActor () async -> Void)?
    var logOut: (@MainActor () async -> Void)?
    var delete: (@MainActor ([String]) async -> Void)?
    var loadMore: (@MainActor () async -> Void)?

    init(
        load: @escaping @MainActor () async -> Void,
        state: @escaping @MainActor () async -> (ScreenState, [String]?),
    ) {
        (self.load, self.state) = (load, state)
    }
}

/// A driver that performs the steps of a template on a screen, and records the state after each step.
@MainActor
final class ScreenDriver {
    /// A function that sends the request of a checkpoint and returns when it has the reply.
    typealias Checkpoint = @Sendable (ScreenCheckpoint) async throws -> Void
    /// A function that describes a value as JSON.
    typealias Describe = @Sendable (Any) -> JSON

    private let describe: Describe
    private let checkpoint: Checkpoint
    private var steps: [JSON] = []

    init(describe: @escaping Describe, checkpoint: @escaping Checkpoint) {
        (self.describe, self.checkpoint) = (describe, checkpoint)
    }

    /// Performs the steps of a template, and returns the state of the screen after each step.
    ///
    /// - Parameter open: creates a screen. The driver calls it once for each screen that the template requires.
    func steps(
        of template: ScreenTemplate,
        _ open: @MainActor () async throws -> ScreenSession,
    ) async throws -> [JSON] {
        let screen = try await open()
        switch template {
        case .errorClearedBySuccess: await load(screen, .failed, .loaded)
        case .failureIsShown: await load(screen, .failed, .loaded, .failedAgain)
        case .latestWins:
            await load(screen, .newer)
            await load(try await open(), .older)
            try await overtake(try await open())
        case .cancelledIsNotAnError: try await leave(screen)
        case .forgetsOnLogout:
            await record(.initial, screen)
            await load(screen, .loaded)
            await screen.logOut?()
            await record(.loggedOut, screen)
        case .deleteByIdentity:
            await load(screen, .loaded)
            await delete(ScreenJudge.deletedRows, screen, .deleted)
        case .rollsBackOnFailure:
            await load(screen, .loaded)
            await delete(1, screen, .deletionFailed)
        case .noDuplicateRows:
            await load(screen, .loaded)
            if let loadMore = screen.loadMore {
                await loadMore()
                await record(.loadedMore, screen)
            }
            await load(screen, .loadedAgain)
        }
        return steps
    }

    private func record(_ name: ScreenStep.Name, _ screen: ScreenSession) async {
        let (state, rows) = await screen.state()
        var step = ScreenStep(name)
        (step.isLoading, step.isStale, step.error) = (state.isLoading, state.isStale, state.error)
        (step.value, step.rows) = (state.value.map { describe($0) } ?? .null, rows)
        steps.append(step.json)
    }

    private func load(_ screen: ScreenSession, _ names: ScreenStep.Name...) async {
        for name in names {
            await screen.load()
            await record(name, screen)
        }
    }

    /// Loads the screen twice at the same time; the reply to the first load arrives last.
    private func overtake(_ screen: ScreenSession) async throws {
        let first = Task { @MainActor in await screen.load() }
        defer { first.cancel() }
        try await checkpoint(.arrived)
        await screen.load()
        try await checkpoint(.release)
        await first.value
        await record(.overtaken, screen)
    }

    /// Leaves the screen while it loads.
    private func leave(_ screen: ScreenSession) async throws {
        let load = Task { @MainActor in await screen.load() }
        defer { load.cancel() }
        try await checkpoint(.arrived)
        await record(.loading, screen)
        if let leave = screen.leave { await leave() } else { load.cancel() }
        await load.value
        await record(.left, screen)
    }

    private func delete(_ count: Int, _ screen: ScreenSession, _ name: ScreenStep.Name) async {
        let rows = await screen.state().1 ?? []
        await screen.delete?(Array(rows.prefix(count)))
        await record(name, screen)
    }
}
