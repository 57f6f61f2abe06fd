public import Foundation

/// What the list of reservations shows.
@MainActor
public final class ReservationListViewModel {
    /// All that changes on the screen, in one value.
    public struct State: Sendable, Hashable {
        /// Those of the last fetch that succeeded.
        public var reservations: [Reservation] = []
        /// Whether a fetch is under way.
        public var isLoading = false
        /// Why the last fetch failed, in words for the user; nil if it did not.
        public var errorMessage: String?
    }

    /// What is shown.
    public private(set) var state = State() {
        didSet { if state != oldValue { didChange(state) } }
    }

    private let service: any ReservationServiceProtocol
    private let now: @Sendable () -> Date
    private let didChange: @MainActor (State) -> Void
    private let fetches = NewestOnly()
    private var givenBack = RemovedMeanwhile<Reservation>()

    /// A view model.
    ///
    /// - Parameters:
    ///   - now: tells what is still to come.
    ///   - didChange: called after each change of what is shown.
    public init(
        service: any ReservationServiceProtocol,
        now: @escaping @Sendable () -> Date = { Date() },
        didChange: @escaping @MainActor (State) -> Void = { _ in },
    ) {
        self.service = service
        self.now = now
        self.didChange = didChange
    }

    /// Reservations whose time has not begun, the next one first.
    public var upcoming: [Reservation] {
        let now = now()
        return inUse.filter { $0.startsAt > now }
    }

    /// Reservations whose time it is, the one that began first first.
    public var active: [Reservation] {
        let now = now()
        return inUse.filter { $0.startsAt <= now && now < $0.endsAt }
    }

    private var inUse: [Reservation] {
        state.reservations.filter { !$0.status.isOver }.sorted { ($0.startsAt, $0.id) < ($1.startsAt, $1.id) }
    }

    /// Fetches the list. A failure keeps what was shown and says why; a fetch that was cancelled says nothing.
    public func load() async {
        givenBack.begin()
        state.isLoading = true
        state.errorMessage = nil
        guard let result = await fetches.result(of: service.fetchReservations) else { return }
        state.isLoading = false
        switch result {
        case .success(let reservations): state.reservations = givenBack.filtered(reservations)
        case .failure(let error): state.errorMessage = error.messageForUser
        }
    }

    /// Gives back the reservations with these identities; those that could not be given back stay in the list.
    public func cancel(_ ids: [Reservation.ID]) async {
        for id in ids {
            do {
                try await service.cancelReservation(id: id)
                givenBack.insert(id)
                state.reservations.removeAll { $0.id == id }
            } catch is CancellationError {
                return
            } catch {
                state.errorMessage = error.localizedDescription
            }
        }
    }
}
