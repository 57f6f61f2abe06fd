"""The mutants of the reference apps in Sources/ReferenceClients, and the rules or promises that must fail.

Each old text must occur in its file exactly once. Tests/Mutants/run --help says how the script uses the list."""

from mutant import Edit, app_mutant as mutant


def source(file, old, new):
    """Returns an edit of a file of Sources/ReferenceClients."""
    return Edit(f"Sources/ReferenceClients/{file}", old, new)


FETCH = (
    "        let reservations: [ReservationDTO] = try await client.value("
    'from: Endpoint(.get, "/api/v1/reservations"))\n'
    "        return reservations.map(\\.reservation)"
)

MUTANTS = [
    mutant(
        "parking-path", "parking",
        "A reservation is deleted at a misspelt path.",
        source(
            "Parking/ReservationService.swift",
            'remove("/api/v1/reservations/\\(id)")',
            'remove("/api/v1/reservation/\\(id)")',
        ),
        caught_by="REQ-01",
        also_red={"PARK-22": "The promise of another operation deletes a reservation as well."},
    ),
    mutant(
        "parking-swapped-times", "parking",
        "The beginning of a reservation is sent as its end, and the end as its beginning.",
        source("Parking/CreateReservationRequest.swift", 'case startsAt = "starts_at"\n        case endsAt = "ends_at"',
               'case startsAt = "ends_at"\n        case endsAt = "starts_at"'),
        caught_by="REQ-08",
    ),
    mutant(
        "parking-camel-case-key", "parking",
        "One key of a body is sent in camel case.",
        source("Parking/CreateReservationRequest.swift", '"parking_spot_id"', '"parkingSpotId"'),
        caught_by="REQ-08",
    ),
    mutant(
        "parking-partial-is-whole", "parking",
        "A 206 without a Range request is a success.",
        source(
            "HTTP/HTTPResponse.swift",
            "(200..<300).contains(status) && status != 206",
            "(200..<300).contains(status)",
        ),
        caught_by="STAT-13",
    ),
    mutant(
        "parking-redirect-is-success", "parking",
        "Every status below 400 is a success.",
        source(
            "HTTP/HTTPResponse.swift",
            "(200..<300).contains(status) && status != 206",
            "(200..<400).contains(status) && status != 206",
        ),
        caught_by="STAT-03",
    ),
    mutant(
        "parking-wrong-word", "parking",
        "A conflict of two reservations is reported as an invalid time range.",
        source(
            "Parking/ReservationService.swift",
            "case 409: self = .spotUnavailable",
            "case 409: self = .invalidTimeRange",
        ),
        caught_by="STAT-02",
    ),
    mutant(
        "parking-title-for-detail", "parking",
        "The title of a problem is shown in place of its detail.",
        source(
            "Parking/ReservationService.swift",
            "failure.problem?.detail ?? failure.problem?.title",
            "failure.problem?.title ?? failure.problem?.detail",
        ),
        caught_by="PARK-03",
    ),
    mutant(
        "parking-missing-is-empty", "parking",
        "A 404 for the reservations is returned as an empty list.",
        source(
            "Parking/ReservationService.swift",
            FETCH,
            f"        do {{\n{FETCH}\n"
            "        } catch NetworkError.httpError(let failure) where failure.status == 404 {\n"
            "            return []\n"
            "        }",
        ),
        caught_by="STAT-02",
        also_red={"PARK-04": "The promise is about a 404 for the list."},
    ),
    mutant(
        "parking-body-of-failure-lost", "parking",
        "The body of a failure is not kept.",
        source("HTTP/HTTPFailure.swift", "public var body: Data { response.body }", "public var body: Data { Data() }"),
        caught_by="STAT-07",
    ),
    mutant(
        "parking-binary-amounts", "parking",
        "An amount is read as a binary fraction.",
        source(
            "JSON/ExactDecimal.swift",
            "value = try container.decode(Decimal.self)",
            "value = Decimal(try container.decode(Double.self))",
        ),
        caught_by="DEC-10",
    ),
    mutant(
        "parking-now-for-garbage", "parking",
        "An unreadable date becomes the current time.",
        source(
            "JSON/Timestamp.swift",
            'throw DecodingError.dataCorruptedError(in: container, debugDescription: "\\"\\(text)\\" is not a timestamp")',
            "self = Timestamp(Date())\n            return",
        ),
        caught_by="DEC-09",
    ),
    mutant(
        "parking-offset-ignored", "parking",
        "The time zone of a date is ignored.",
        source(
            "JSON/Timestamp.swift",
            "local.addingTimeInterval(fraction - TimeInterval(offset))",
            "local.addingTimeInterval(fraction + 0 * TimeInterval(offset))",
        ),
        caught_by="DEC-08",
    ),
    mutant(
        "parking-fraction-cut", "parking",
        "The fraction of a second is dropped.",
        source("JSON/Timestamp.swift", 'parts.7.flatMap { Double("0\\($0)") } ?? 0', "0.0"),
        caught_by="DEC-08",
    ),
    mutant(
        "parking-code-defaulted", "parking",
        "A missing confirmation code becomes an empty one.",
        source(
            "Parking/ReservationDTO.swift",
            "confirmationCode = try container.decode(String.self, forKey: .confirmationCode)",
            'confirmationCode = try container.decodeIfPresent(String.self, forKey: .confirmationCode) ?? ""',
        ),
        caught_by="DEC-02",
    ),
    mutant(
        "parking-word-for-number", "parking",
        "A code that is a number is converted to a text.",
        source(
            "Parking/ReservationDTO.swift",
            "confirmationCode = try container.decode(String.self, forKey: .confirmationCode)",
            "confirmationCode = try (try? container.decode(String.self, forKey: .confirmationCode))\n"
            "            ?? \"\\(try container.decode(Int.self, forKey: .confirmationCode))\"",
        ),
        caught_by="DEC-03",
    ),
    mutant(
        "parking-pending-for-unknown", "parking",
        "An unknown status is decoded as pending.",
        source("Parking/Reservation.swift", "default: self = .unknown(word)", "default: self = .pending"),
        caught_by="DEC-07",
    ),
    mutant(
        "parking-no-scheme", "parking",
        "A token is sent without the scheme Bearer.",
        source("HTTP/HTTPRequest.swift", '"Bearer \\(token)"', "token"),
        caught_by="AUTH-01",
        also_red={
            "PARK-06": "The promises sign in, and their backend rejects a token without its scheme.",
            "PARK-22": "As PARK-06.", "PARK-23": "As PARK-06.", "PARK-24": "As PARK-06.", "PARK-25": "As PARK-06.",
        },
    ),
    mutant(
        "parking-forbidden-refreshes", "parking",
        "A 403 leads to a refresh.",
        source(
            "HTTP/APIClient.swift",
            "guard response.status == 401, let",
            "guard [401, 403].contains(response.status), let",
        ),
        caught_by="AUTH-08",
    ),
    mutant(
        "parking-no-refresh", "parking",
        "A 401 ends the call without a refresh.",
        source("HTTP/APIClient.swift", "guard response.status == 401, let", "guard response.status == 499, let"),
        caught_by="AUTH-02",
        also_red={"PARK-02": "The promise is about a refresh that fails."},
    ),
    mutant(
        "parking-refresh-token-lost", "parking",
        "The new refresh token of a refresh is not stored.",
        source("Authentication/Authenticator.swift", "refresh: response.refreshToken ?? refreshToken)", "refresh: refreshToken)"),
        caught_by="AUTH-09",
    ),
    mutant(
        "parking-late-refusal-refreshes", "parking",
        "A 401 to an old token leads to another refresh.",
        source(
            "Authentication/Authenticator.swift",
            "        guard old.access == rejected else { return old.access }\n",
            "",
        ),
        caught_by="AUTH-07",
    ),
    mutant(
        "parking-signs-out", "parking",
        "Any failure of a refresh ends the session.",
        source(
            "Authentication/Authenticator.swift",
            "where [400, 401, 403].contains(failure.status) {",
            "where failure.status >= 400 {",
        ),
        caught_by="AUTH-06",
    ),
    mutant(
        "parking-refresh-storm", "parking",
        "Each rejected call refreshes the token on its own.",
        source(
            "Authentication/Authenticator.swift",
            "try await refreshing.value { try await self.refresh(replacing: rejected) }",
            "try await self.refresh(replacing: rejected)",
        ),
        caught_by="AUTH-03",
        also_red={"PARK-01": "The promise is that twenty calls share a refresh."},
    ),
    mutant(
        "parking-one-too-many", "parking",
        "A request has one attempt more than the policy allows.",
        source(
            "Retry/RetryPolicy.swift",
            "guard spent.attempts < attempts else",
            "guard spent.attempts <= attempts else",
        ),
        caught_by="RETRY-02",
    ),
    mutant(
        "parking-bad-gateway-is-final", "parking",
        "A 502 is not retried.",
        source(
            "Retry/RetryPolicy.swift",
            "guard statuses.contains(response.status) else",
            "guard statuses.contains(response.status), response.status != 502 else",
        ),
        caught_by="RETRY-01",
    ),
    mutant(
        "parking-conflict-again", "parking",
        "A 409 is retried.",
        source(
            "Retry/RetryPolicy.swift",
            "guard statuses.contains(response.status) else",
            "guard statuses.contains(response.status) || response.status == 409 else",
        ),
        caught_by="RETRY-03",
    ),
    mutant(
        "parking-post-again", "parking",
        "Requests of every method are retried.",
        source("HTTP/HTTPRequest.swift", 'method.isIdempotent || headers["Idempotency-Key"] != nil', "true"),
        caught_by="RETRY-04",
    ),
    mutant(
        "parking-loss-is-final", "parking",
        "A request that failed in the network is not retried.",
        source(
            "Retry/RetryPolicy.swift",
            "guard failures.contains(error.code) else { return nil }",
            "_ = error\n            return nil",
        ),
        caught_by="RETRY-06",
    ),
    mutant(
        "parking-no-jitter", "parking",
        "Each wait is three quarters of its bound, without jitter.",
        source("Retry/RetryPolicy.swift", "Double.random(in: 0.5...1)", "0.75"),
        caught_by="BACK-03",
    ),
    mutant(
        "parking-hot-loop", "parking",
        "A request is retried without a wait.",
        source(
            "Retry/RetryPolicy.swift",
            "var pause = jitter.spread(backoff(after: spent.attempts))",
            "var pause = Duration.zero * spent.attempts",
        ),
        caught_by="BACK-01",
    ),
    mutant(
        "parking-impatient", "parking",
        "Retry-After is ignored.",
        source(
            "Retry/RetryPolicy.swift",
            "if let asked = RetryAfter(of: response) {",
            "if let asked = RetryAfter(of: response), false {",
        ),
        caught_by="BACK-05",
    ),
    mutant(
        "parking-negative-wait", "parking",
        "All digits of a Retry-After are read as one number, and other characters ignored.",
        source(
            "Retry/RetryAfter.swift",
            "if text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) {\n"
            "            // A number that overflows is a very long delay.\n"
            "            self = .seconds(Int64(text) ?? .max)",
            "if text.utf8.contains(where: { 0x30...0x39 ~= $0 }), !text.contains(\":\") {\n"
            "            self = .seconds(Int64(text.filter(\\.isNumber)) ?? .max)",
        ),
        caught_by="BACK-07",
    ),
    mutant(
        "parking-token-abroad", "parking",
        "A redirect is followed to any origin, with all header fields.",
        source("HTTP/RedirectGuard.swift", ", origin(of: to) == origin(of: from)\n", "\n"),
        caught_by="REDIR-04",
    ),
    mutant(
        "users-camel-case", "users",
        "A key is looked up in camel case.",
        source("Users/Users.swift", 'case userName = "user_name"', "case userName"),
        caught_by="DEC-06",
    ),
    mutant(
        "users-image-lost", "users",
        "An optional field is looked up under another key, and is always nil.",
        source("Users/Users.swift", "case profileImage\n", 'case profileImage = "profile_image"\n'),
        caught_by="DEC-06",
    ),
    mutant(
        "shop-refusal-masked", "shop",
        "The stored value is shown after every failure.",
        source(
            "Offline/OnlineFirst.swift",
            "} catch let error as NetworkError where error.isConnectivity {",
            "} catch let error as NetworkError {",
        ),
        caught_by="REPO-03",
    ),
    mutant(
        "shop-no-fallback", "shop",
        "The stored value is never shown.",
        source(
            "Offline/OnlineFirst.swift",
            "guard let kept = try? await kept() else { throw error }",
            "guard let kept = try? await kept(), false else { throw error }",
        ),
        caught_by="REPO-02",
    ),
    mutant(
        "shop-not-kept", "shop",
        "A fetched value is not stored.",
        source(
            "Offline/OnlineFirst.swift",
            "                let value = try await fetch()\n                try? await store.save([value])\n",
            "                let value = try await fetch()\n",
        ),
        caught_by=["REPO-09", "SHOP-05"],
    ),
    mutant(
        "shop-orders-path", "shop",
        "The orders of a user are requested at another path.",
        source("Shop/Orders/OrderRemoteDataSource.swift", 'of: "/users/\\(userId)/orders"', 'of: "/orders"'),
        caught_by="REQ-01",
        also_red={"SHOP-14": "The promise of another operation requests the orders too."},
    ),
    mutant(
        "boundaries-one-key", "boundaries",
        "Every transfer has the same idempotency key.",
        source(
            "Boundaries/Transfers/MakeTransferUseCase.swift",
            "Attempt(key: makeKey(), flight",
            'Attempt(key: "transfer", flight',
        ),
        # The operation of the contract is below the use case that makes the keys.
        caught_by=["BOUND-08", "BOUND-10"],
    ),
    mutant(
        "boundaries-no-key", "boundaries",
        "A transfer is sent without its idempotency key.",
        source(
            "Boundaries/Transfers/TransferRepository.swift",
            'headers: ["Idempotency-Key": key], ',
            'headers: key.isEmpty ? ["Idempotency-Key": key] : [:], ',
        ),
        # A POST without a key is not retried.
        caught_by="RETRY-01",
        also_red={f"BOUND-{number}": "The backend of the promise requires a key." for number in ["08", *range(10, 14)]},
    ),
    mutant(
        "boundaries-amount-key", "boundaries",
        "The amount of a transfer is sent under another key.",
        source(
            "Boundaries/Transfers/TransactionRequest.swift",
            "        case amount\n",
            '        case amount = "value"\n',
        ),
        caught_by="REQ-08",
        also_red={f"BOUND-{number}": "The promise reads the amount." for number in ["06", "08", "10"]},
    ),
    mutant(
        "features-get-for-post", "features",
        "A request that must be a POST is sent as a GET.",
        source(
            "Features/Networking.swift",
            "client.value(from: endpoint.asked(.post))",
            "client.value(from: endpoint.asked(.get))",
        ),
        caught_by="REQ-01",
    ),
]
