public import Foundation

/// Shows the user's reservations.
@MainActor
public final class ReservationListViewModel {
    /// What is shown.
    public var state: ListState<Reservation> { list.state }

    private let list: LoadedList<Reservation>
    private let service: any ReservationServiceProtocol
    private let now: @Sendable () -> Date

    /// A view model.
    ///
    /// - Parameters:
    ///   - now: tells what is still to come.
    ///   - didChange: called after each change of what is shown.
    public init(
        service: any ReservationServiceProtocol,
        now: @escaping @Sendable () -> Date = { Date() },
        didChange: @escaping @MainActor (ListState<Reservation>) -> Void = { _ in },
    ) {
        list = LoadedList(didChange: didChange)
        self.service = service
        self.now = now
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
        state.items.filter { !$0.status.isOver }.sorted { ($0.startsAt, $0.id) < ($1.startsAt, $1.id) }
    }

    /// Fetches the list. A failure keeps what was shown and says why; a fetch that was cancelled says nothing.
    public func load() async { await list.load(service.fetchReservations) }

    /// Gives back the reservations with these identities; those that could not be given back stay in the list.
    public func cancel(_ ids: [Reservation.ID]) async { await list.remove(ids, service.cancelReservation(id:)) }
}
