public import Foundation

/// A view model of the user's reservations.
@MainActor
public final class ReservationListViewModel {
    /// The state of the list.
    public var state: ListState<Reservation> { list.state }

    private let list: LoadedList<Reservation>
    private let service: any ReservationServiceProtocol
    private let now: @Sendable () -> Date

    /// Creates a view model.
    ///
    /// - Parameters:
    ///   - now: returns the current time.
    ///   - didChange: receives each new state.
    public init(
        service: any ReservationServiceProtocol,
        now: @escaping @Sendable () -> Date = { Date() },
        didChange: @escaping @MainActor (ListState<Reservation>) -> Void = { _ in },
    ) {
        list = LoadedList(didChange: didChange)
        self.service = service
        self.now = now
    }

    /// The reservations that have not started, ordered by start.
    public var upcoming: [Reservation] {
        let now = now()
        return unfinished.filter { $0.startsAt > now }
    }

    /// The reservations in progress, ordered by start.
    public var active: [Reservation] {
        let now = now()
        return unfinished.filter { $0.startsAt <= now && now < $0.endsAt }
    }

    private var unfinished: [Reservation] {
        state.items.filter { !$0.status.isOver }.sorted { ($0.startsAt, $0.id) < ($1.startsAt, $1.id) }
    }

    /// Fetches the list. A failure keeps the elements and sets the message.
    public func load() async { await list.load(service.fetchReservations) }

    /// Forgets the reservations of a user who has logged out.
    public func clear() { list.clear() }

    /// Cancels reservations. A reservation that cannot be cancelled stays in the list.
    public func cancel(_ ids: [Reservation.ID]) async { await list.remove(ids, service.cancelReservation(id:)) }
}
