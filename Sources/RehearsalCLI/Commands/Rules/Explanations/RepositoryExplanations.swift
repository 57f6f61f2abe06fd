/// The explanations of the REPO rules.
enum RepositoryExplanations {
    static let all: [String: RuleExplanation] = [
        "REPO-01": RuleExplanation(
            why: """
                A value that is shifted, rounded or copied from another row looks correct on the screen. Only a \
                comparison of every field with the reply shows it, and users notice it first in amounts and dates.
                """,
            fix: """
                extension Reservation {
                    init(_ dto: ReservationDTO) throws {
                        id = dto.id
                        startsAt = dto.startsAt
                        // A Decimal, because a Double changes 19.99.
                        totalPrice = dto.totalPrice
                    }
                }
                """
        ),
        "REPO-02": RuleExplanation(
            why: """
                A user in a tunnel expects the data of a minute ago instead of an error. A client that declares a \
                fallback and does not use it for a refused or lost connection shows an empty screen exactly when the \
                fallback is needed.
                """,
            fix: """
                do {
                    let items = try await remote.items()
                    try? store.save(items)
                    return items
                } catch let error as URLError where error.isConnectionFailure {
                    guard let stored = try? store.items() else { throw error }
                    return stored
                }
                """
        ),
        "REPO-03": RuleExplanation(
            why: """
                A 404 or a 403 is an answer: the item does not exist, or the user may not see it. A client that \
                shows the stored copy instead keeps deleted and forbidden data alive, and the user edits an item \
                that is gone.
                """,
            fix: """
                } catch let error as URLError where error.isConnectionFailure {
                    // Only a missing connection, and never an error status, is replaced by stored data.
                    return try store.items()
                }
                """
        ),
        "REPO-04": RuleExplanation(
            why: """
                If a new version of the server changes a reply, an app that falls back to its store shows old data \
                for weeks, and its authors do not learn that decoding fails. The error must reach the caller and the \
                logs.
                """,
            fix: """
                let data = try await fetchOrThrowConnectionError()
                do {
                    return try decoder.decode([Item].self, from: data)
                } catch {
                    throw RepositoryError.unreadable(error)
                }
                """
        ),
        "REPO-05": RuleExplanation(
            why: """
                A write that fails after the local store was changed leaves the app and the server in different \
                states. The user sees an order that does not exist, and the next refresh removes it without an \
                explanation.
                """,
            fix: """
                func create(_ draft: Draft) async throws -> Order {
                    let order = try await remote.create(draft)
                    // The server has accepted it, so it can be stored.
                    try? store.save(order)
                    return order
                }
                """
        ),
        "REPO-06": RuleExplanation(
            why: """
                A 503 says that the server has a problem now. Stored data that appears without a mark hides the \
                outage from the user, who takes old prices or balances for current ones. A client that returns \
                stored data on purpose declares this and marks the data.
                """,
            fix: """
                catch NetworkError.httpError(let failure) where failure.status >= 500 {
                    guard policy == .staleIfError, let stored = try? store.items() else {
                        throw NetworkError.httpError(failure)
                    }
                    return Loaded(stored, isStale: true)
                }
                """
        ),
        "REPO-07": RuleExplanation(
            why: """
                Not found means that the server looked and has no such item. If the client reports this for a \
                missing connection, the user deletes a bookmark or creates a second item, although everything is \
                still there.
                """,
            fix: """
                } catch let error as URLError where error.isConnectionFailure {
                    // An empty store does not turn a missing connection into a missing item.
                    guard let stored = try? store.item(id) else { throw error }
                    return stored
                }
                """
        ),
        "REPO-08": RuleExplanation(
            why: """
                After a 404 the item is gone. If the stored copy remains, the item disappears while there is a \
                connection and returns as soon as there is none, which no user can explain.
                """,
            fix: """
                catch NetworkError.httpError(let failure) where [404, 410].contains(failure.status) {
                    try? store.remove(id)
                    throw NetworkError.httpError(failure)
                }
                """
        ),
        "REPO-09": RuleExplanation(
            why: """
                A fallback needs data. A client that reads from a server and never writes to its store returns \
                nothing, or data of the first start, when the connection is lost. An error of the store must not \
                hide the new value either.
                """,
            fix: """
                let items = try await remote.items()
                // The value is returned even if it cannot be stored.
                try? store.save(items)
                return items
                """
        ),
        "REPO-10": RuleExplanation(
            why: """
                A client that stores a reply before it has decoded it replaces good data with data that it cannot \
                read. The next start without a connection then fails, although the app had everything it needed.
                """,
            fix: """
                let (data, _) = try await session.data(for: request)
                let items = try decoder.decode([Item].self, from: data)
                // Only what was decoded completely is stored.
                try? store.save(items)
                return items
                """
        ),
        "REPO-11": RuleExplanation(
            why: """
                A network monitor reports the state of an interface, not whether a server answers. It is late after \
                a change of network, and wrong behind a VPN. A client that asks it first refuses to send requests \
                that would succeed.
                """,
            fix: """
                // No check before the request: its result says whether there is a connection.
                do {
                    return try await remote.items()
                } catch let error as URLError where error.isConnectionFailure {
                    return try store.items()
                }
                """
        ),
        "REPO-12": RuleExplanation(
            why: """
                A reply can have correct types and still be impossible: an end before the start, a negative price. A \
                client that ignores this or substitutes a default value carries the fault into calculations and into \
                the store, far from its cause.
                """,
            fix: """
                init(_ dto: ReservationDTO) throws {
                    guard dto.startsAt < dto.endsAt else { throw MappingError.invalid("endsAt") }
                    guard dto.totalPrice >= 0 else { throw MappingError.invalid("totalPrice") }
                    (startsAt, endsAt, totalPrice) = (dto.startsAt, dto.endsAt, dto.totalPrice)
                }
                """
        ),
        "REPO-13": RuleExplanation(
            why: """
                A screen can offer another parking spot only if it learns that this one is taken. A plain HTTP error \
                with a number leads to a general message, and a reason that the server sent is lost.
                """,
            fix: """
                switch failure.status {
                case 409: throw ReservationError.spotUnavailable
                case 402:
                    let problem = try? decoder.decode(Problem.self, from: failure.body)
                    throw ReservationError.paymentFailed(problem?.detail ?? "")
                default: throw NetworkError.httpError(failure)
                }
                """
        ),
        "REPO-14": RuleExplanation(
            why: """
                A loop that deletes rows by index deletes the wrong ones, because the list becomes shorter with every \
                deletion. The user loses a row that was never selected, and the selected one remains.
                """,
            fix: """
                func delete(at offsets: IndexSet) async throws {
                    // The identifiers are read before the first deletion changes the list.
                    let ids = offsets.map { items[$0].id }
                    for id in ids {
                        try await service.delete(id)
                        items.removeAll { $0.id == id }
                    }
                }
                """
        ),
    ]
}
