"""The mutants of the reference app parking."""

from mutant import app_mutant as mutant, source

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
            "if let retryAfter = RetryAfter(of: response) {",
            "if let retryAfter = RetryAfter(of: response), false {",
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
        "parking-coordinates-swapped", "parking",
        "The latitude and the longitude of a parking spot are exchanged.",
        source(
            "Parking/ParkingSpot.swift",
            "latitude: latitude,\n            longitude: longitude,",
            "latitude: longitude,\n            longitude: latitude,",
        ),
        caught_by="REPO-01",
    ),
    mutant(
        "parking-bad-element-dropped", "parking",
        "A reservation that cannot be decoded is left out of the list.",
        source(
            "Parking/ReservationService.swift",
            "let reservations: [ReservationDTO] =",
            "let reservations: [Lossy<ReservationDTO>] =",
        ),
        source(
            "Parking/ReservationService.swift",
            "return reservations.map(\\.reservation)",
            "return reservations.compactMap { $0.value?.reservation }",
        ),
        source(
            "Parking/ReservationService.swift",
            "/// A domain error of a rejected reservation.\n",
            "/// An element of a list; nil if it cannot be decoded.\n"
            "private struct Lossy<Value: Decodable>: Decodable {\n"
            "    var value: Value?\n\n"
            "    init(from decoder: any Decoder) throws { value = try? Value(from: decoder) }\n"
            "}\n\n"
            "/// A domain error of a rejected reservation.\n",
        ),
        caught_by="DEC-03",
        also_red={"PARK-14": "The promise is about an invalid date in the list."},
    ),
    mutant(
        "parking-price-below-zero", "parking",
        "A price below zero is accepted.",
        source("JSON/ExactDecimal.swift", "if value < 0 {", "if value.isNaN {"),
        caught_by="REPO-12",
    ),
    mutant(
        "parking-local-time-as-utc", "parking",
        "The local time of the device is sent as if it were UTC.",
        source(
            "JSON/Timestamp.swift",
            "        let hasFraction = date.timeIntervalSince1970.truncatingRemainder(dividingBy: 1) != 0\n"
            "        var container = encoder.singleValueContainer()\n"
            "        try container.encode(date.formatted("
            "Date.ISO8601FormatStyle(includingFractionalSeconds: hasFraction)))\n",
            "        let formatter = DateFormatter()\n"
            "        formatter.locale = Locale(identifier: \"en_US_POSIX\")\n"
            "        formatter.dateFormat = \"yyyy-MM-dd'T'HH:mm:ss'Z'\"\n"
            "        var container = encoder.singleValueContainer()\n"
            "        try container.encode(formatter.string(from: date))\n",
        ),
        caught_by="DEC-20",
    ),
    mutant(
        "parking-vehicle-not-sent", "parking",
        "The type of the vehicle is not sent.",
        source("Parking/CreateReservationRequest.swift", '        case vehicleType = "vehicle_type"\n', ""),
        caught_by="REQ-08",
    ),
    mutant(
        "parking-end-as-number", "parking",
        "The end of a reservation is sent as a number of seconds.",
        source(
            "Parking/CreateReservationRequest.swift",
            "@Timestamp public var endsAt: Date",
            "public var endsAt: Date",
        ),
        caught_by="REQ-08",
    ),
    mutant(
        "parking-unknown-key", "parking",
        "A reservation has an idempotency key, which this backend ignores, and is therefore retried.",
        source(
            "Parking/ReservationService.swift",
            'Endpoint(.post, "/api/v1/reservations", json: request)',
            'Endpoint(.post, "/api/v1/reservations", headers: ["Idempotency-Key": UUID().uuidString], json: request)',
        ),
        caught_by=["PARK-12", "RETRY-04"],
        also_red={"PARK-18": "The promise is that a reservation is not retried after 503."},
    ),
    mutant(
        "parking-missing-is-cancelled", "parking",
        "A 404 for a cancellation is a success, even for the first attempt.",
        source(
            "Parking/ReservationService.swift",
            '        try await client.remove("/api/v1/reservations/\\(id)")\n',
            "        do {\n"
            '            try await client.remove("/api/v1/reservations/\\(id)")\n'
            "        } catch NetworkError.httpError(let failure) where failure.status == 404 {\n"
            "            return\n"
            "        }\n",
        ),
        caught_by="STAT-02",
    ),
    mutant(
        "parking-bad-request-is-time", "parking",
        "A 400 is reported as an invalid time range.",
        source(
            "Parking/ReservationService.swift",
            "case 422: self = .invalidTimeRange",
            "case 400, 422: self = .invalidTimeRange",
        ),
        caught_by="STAT-02",
    ),
    mutant(
        "parking-active-is-upcoming", "parking",
        "A reservation in progress is listed as upcoming as well.",
        source(
            "Parking/ReservationListViewModel.swift",
            "unfinished.filter { $0.startsAt > now }",
            "unfinished.filter { $0.endsAt > now }",
        ),
        caught_by="PARK-05",
    ),
    mutant(
        "parking-logout-remembers", "parking",
        "The reservations stay on the screen after a logout.",
        source(
            "Parking/ReservationListViewModel.swift",
            "public func clear() { list.clear() }",
            "public func clear() { list.dismissError() }",
        ),
        caught_by="SCREEN-LOGOUT-reservations",
    ),
    mutant(
        "parking-no-rollback", "parking",
        "A row is removed before its deletion, and not restored if the deletion fails.",
        source(
            "Loading/LoadedList.swift",
            "                try await remove(id)\n"
            "                removed.insert(id)\n"
            "                state.items.removeAll { $0.id == id }\n",
            "                removed.insert(id)\n"
            "                state.items.removeAll { $0.id == id }\n"
            "                try await remove(id)\n",
        ),
        caught_by="SCREEN-ROLLBACK-reservations",
        also_red={"PARK-25": "The promise is about a reservation that cannot be cancelled."},
    ),
    mutant(
        "parking-cancellation-is-failure", "parking",
        "A cancelled request is reported as a network error.",
        source(
            "HTTP/URLSessionTransport.swift",
            "            if error.code == .cancelled || Task.isCancelled { throw CancellationError() }\n",
            "",
        ),
        caught_by="SCREEN-LEAVING-reservations",
    ),
    mutant(
        "parking-login-refresh-lost", "parking",
        "The refresh token of a sign-in is not stored.",
        source(
            "Authentication/Authenticator.swift",
            "tokens = Tokens(access: response.accessToken, refresh: response.refreshToken)",
            "tokens = Tokens(access: response.accessToken)",
        ),
        caught_by="PARK-26",
    ),
]
