import Rehearsal
import RehearsalContracts
package import RehearsalHarness
import RehearsalPlatform

/// The client of a parking app, with stored data as a fallback.
///
/// It is small, so that each defect changes its code in one place.
package final class ParkingClient: Sendable {
    let service: ParkingService
    let feed: SpotFeed
    private let keys: IdempotencyKeys
    private let store: SubjectContext.Store
    private let isOnline: Bool
    private let token: JSON
    let defect: Defect?
    /// The number of fetches that have started, by their key in the store.
    private let fetchCounts = Locked<[String: Int]>([:])

    /// Creates a client.
    ///
    /// - Parameter defect: the defect that the client has; nil for none.
    package init(_ trial: SubjectContext, defect: Defect? = nil) {
        (store, token, isOnline, self.defect) = (trial.store, .text(trial.token), trial.isOnline, defect)
        keys = IdempotencyKeys(defect: defect)
        let sender = CallSender(trial, retry: Gallery.retry, defect: defect)
        let service = ParkingService(
            sender: sender,
            cache: ResponseCache(trial.clock, defect: defect),
            defect: defect
        )
        self.service = service
        feed = SpotFeed(defect: defect) { token in
            let query = token.map { "?page_token=\(Call.escaped($0))" } ?? ""
            return try await Self.page(of: Call(.get, "api/v1/parking_spots/popular\(query)"), service)
        }
    }

    package func fetchReservations() async throws -> Cached<[Reservation]> {
        try await fetch("reservations", "api/v1/reservations") { node throws(DecodingFailure) in
            var reservations = try node.elements { node throws(DecodingFailure) in try Reservation(node) }
            if node.defect == .userOfFirst, let first = reservations.first {
                for index in reservations.indices { reservations[index].userID = first.userID }
            }
            return reservations
        }
    }

    package func fetchReservation(id: Int) async throws -> Cached<Reservation> {
        try await fetch("reservations/\(id)", "api/v1/reservations/\(id)") { node throws(DecodingFailure) in
            try Reservation(node)
        }
    }

    package func fetchParkingSpots() async throws -> Cached<[ParkingSpot]> {
        try await fetch("parking_spots", "api/v1/parking_spots") { node throws(DecodingFailure) in
            try node.elements { node throws(DecodingFailure) in try ParkingSpot(node) }
        }
    }

    package func createReservation(spotID: Int, from start: String, to end: String) async throws -> Reservation {
        let body: JSON = [
            "parking_spot_id": JSON(integerLiteral: spotID),
            "starts_at": .string(defect == .swappedTimes ? end : start),
            "ends_at": .string(defect == .swappedTimes ? start : end),
        ]
        return try await write(Call(.post, "api/v1/reservations", body: body))
    }

    /// Extends a reservation. The call is retried, because it has an idempotency key.
    package func extendReservation(id: Int, hours: Int, note: String) async throws -> Reservation {
        if !(1...24 ~= hours), defect != .sendsInvalidHours { throw ParkingError.invalidArgument("hours") }
        let body: JSON = ["hours": JSON(integerLiteral: hours), "note": .string(note)]
        let path = "api/v1/reservations/\(id)/extensions"
        return try await keys.withKey(for: "\(path) \(hours)") { key in
            try await write(Call(.post, path, body: body, key: key))
        }
    }

    /// Cancels a reservation.
    ///
    /// - Parameter version: the entity tag of the version to cancel; nil for any.
    package func cancelReservation(id: String, version: String? = nil) async throws {
        let segment = defect == .rawSegments ? id.replacing(" ", with: "%20") : Call.escaped(id)
        var call = Call(.delete, "api/v1/reservations/\(segment)")
        if let version { call.headers.append("If-Match", defect == .weakensTags ? "W/\(version)" : version) }
        try await service.perform(call)
        store["reservations/\(id)"] = nil
    }

    /// Cancels the reservations in the rows with these indices.
    ///
    /// - Returns: the remaining reservations.
    package func cancelReservations(inRows rows: [Int]) async throws -> [Reservation] {
        var list = try await fetchReservations().value
        let shown = defect == .sortedRows ? list.sorted { $0.id < $1.id } : list
        let chosen = rows.map { shown[$0].id }
        for (row, id) in zip(rows, chosen) {
            let index = defect == .shiftedRows ? min(row, list.count - 1) : list.firstIndex { $0.id == id }
            guard let index else { continue }
            try await cancelReservation(id: "\(list[index].id)")
            list.remove(at: index)
        }
        return list
    }

    /// Returns the value from the server or, if it is unreachable, the last stored one.
    private func fetch<Value: Sendable>(
        _ key: String,
        _ path: String,
        _ read: (Node) throws(DecodingFailure) -> Value,
    ) async throws -> Cached<Value> {
        let number = fetchCounts.withLock { counts in
            counts[key, default: 0] += 1
            return counts[key, default: 0]
        }
        do {
            // A request finds out more about the connection than a monitor knows.
            if defect == .asksMonitorFirst, !isOnline { throw ParkingError.network(.cannotConnect(code: 0)) }
            let (value, document, mayStore) = try await service.value(of: Call(.get, path)) {
                node throws(DecodingFailure) in
                do throws(DecodingFailure) {
                    return try read(node)
                } catch {
                    if defect == .storesUnread { store[key] = node.json }
                    throw error
                }
            }
            // The reply to an older call does not replace that to a newer one.
            let isLatest = fetchCounts.withLock { $0[key] == number } || defect == .storesLateReplies
            if isLatest, mayStore, defect != .storesNothing { keep(document, as: key) }
            return Cached(value: value)
        } catch let error as ParkingError where fallsBack(after: error) {
            guard isOwner, let document = store[key],
                let value = try? read(Node(document, at: "$", defect: defect))
            else { throw defect == .offlineIsMissing && !isOnline ? ParkingError.http(WireReply(404)) : error }
            return Cached(value: value, isStale: true)
        } catch let error as ParkingError where error.isMissing && defect != .keepsMissing {
            store[key] = nil
            throw error
        }
    }

    /// Stores a document, and the token of the user whom it belongs to.
    private func keep(_ document: JSON, as key: String) {
        (store[key], store["owner"]) = (document, token)
    }

    /// Whether the stored documents belong to the user of this client.
    private var isOwner: Bool { store["owner"].map { $0 == token } ?? true || defect == .ignoresOwner }

    private func fallsBack(after error: ParkingError) -> Bool {
        if defect == .neverFallsBack { return false }
        if defect == .alwaysFallsBack { return true }
        if defect == .fallsBackAfterDecodingError, case .unreadable = error { return true }
        if defect == .fallsBackAfterServerError, case .http(let reply) = error, reply.status >= 500 { return true }
        return error.isOffline
    }

    /// Sends a change and returns the reservation from the reply, which is also stored.
    private func write(_ call: Call) async throws -> Reservation {
        if defect == .storesDrafts { store["reservations/draft"] = call.body }
        let read = { (node: Node) throws(DecodingFailure) in try Reservation(node) }
        let (reservation, document, _) = try await service.value(of: call, read)
        keep(document, as: "reservations/\(reservation.id)")
        return reservation
    }
}
