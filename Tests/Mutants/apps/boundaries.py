"""The mutants of the reference app boundaries."""

from mutant import app_mutant as mutant, source

MUTANTS = [
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
        "boundaries-nothing-transferred", "boundaries",
        "A transfer of 0 is sent.",
        source("Boundaries/Transfers/TransactionRequest.swift", "amount > 0,", "amount >= 0,"),
        caught_by="BOUND-01",
    ),
    mutant(
        "boundaries-invitation-unchecked", "boundaries",
        "An invitation is sent without a check of its input.",
        source(
            "Boundaries/Invitations/InvitationRepository.swift",
            "invitations.invite(try request.validated())",
            "invitations.invite(request)",
        ),
        caught_by="BOUND-02",
    ),
    mutant(
        "boundaries-code-in-lower-case", "boundaries",
        "A promo code is sent in lower case.",
        source(
            "Boundaries/PromoCodes/PromoCodeRepository.swift",
            '"/promo-codes/\\(code.text)/redemptions"',
            '"/promo-codes/\\(code.text.lowercased())/redemptions"',
        ),
        caught_by="REQ-01",
    ),
    mutant(
        "boundaries-amount-as-text", "boundaries",
        "The amount of a transfer is sent as a text.",
        source(
            "Boundaries/Transfers/TransactionRequest.swift",
            "    private enum CodingKeys: String, CodingKey {\n",
            "    /// Encodes the request.\n"
            "    public func encode(to encoder: any Encoder) throws {\n"
            "        var container = encoder.container(keyedBy: CodingKeys.self)\n"
            "        try container.encode(recipientEmail, forKey: .recipientEmail)\n"
            '        try container.encode("\\(amount)", forKey: .amount)\n'
            "        try container.encodeIfPresent(note, forKey: .note)\n"
            "    }\n\n"
            "    private enum CodingKeys: String, CodingKey {\n",
        ),
        caught_by="REQ-08",
    ),
    mutant(
        "boundaries-flag-unread", "boundaries",
        "The member success of a 200 is not evaluated.",
        source(
            "Boundaries/Transfers/TransferRepository.swift",
            "_ = try response.value(ConfirmationDTO.self).confirmation()",
            "_ = try response.value(ConfirmationDTO.self)",
        ),
        caught_by="BOUND-11",
    ),
    mutant(
        "boundaries-expired-is-unknown", "boundaries",
        "An expired promo code is reported as unknown.",
        source(
            "Boundaries/PromoCodes/PromoCodeRepository.swift",
            "case 410: self = .expired",
            "case 410: self = .unknown",
        ),
        caught_by="REPO-13",
    ),
    mutant(
        "boundaries-key-of-each-attempt", "boundaries",
        "Each attempt of a transfer has its own idempotency key.",
        source(
            "Retry/RetryingTransport.swift",
            "    private func outcome(of request: HTTPRequest) async -> Result<HTTPResponse, any Error> {\n",
            "    private func outcome(of request: HTTPRequest) async -> Result<HTTPResponse, any Error> {\n"
            "        var request = request\n"
            '        if request.headers["Idempotency-Key"] != nil {\n'
            '            request.headers["Idempotency-Key"] = UUID().uuidString\n'
            "        }\n",
        ),
        caught_by="IDEM-01",
    ),
    mutant(
        "boundaries-new-key-after-loss", "boundaries",
        "A transfer with an unknown result gets a new idempotency key when the user tries again.",
        source(
            "Boundaries/Transfers/MakeTransferUseCase.swift",
            "if Self.isFinal(error) { attempts[request] = nil }",
            "attempts[request] = nil",
        ),
        caught_by="BOUND-09",
    ),
    mutant(
        "boundaries-outstanding-is-final", "boundaries",
        "A transfer that is still in progress at the backend is not retried.",
        source(
            "Boundaries/Boundaries.swift",
            "public static let retryPolicy: RetryPolicy = {\n"
            "        var policy = RetryPolicy.standard\n"
            "        policy.statuses.insert(409)\n"
            "        return policy\n"
            "    }()",
            "public static let retryPolicy = RetryPolicy.standard",
        ),
        caught_by="BOUND-07",
    ),
    mutant(
        "boundaries-stored-first", "boundaries",
        "A stored user is returned without a request.",
        source(
            "Boundaries/BoundariesUser.swift",
            "        let id = try id.notBlank(or: ValidationError.emptyIdentity)\n",
            "        let id = try id.notBlank(or: ValidationError.emptyIdentity)\n"
            "        if let stored = try? await users.store.value(id: id) { return stored.user }\n",
        ),
        caught_by="REPO-03",
        also_red={
            "REPO-04": "The stored user hides an unreadable reply as well.",
        },
    ),
    mutant(
        "boundaries-gone-stays", "boundaries",
        "A 410 does not remove the stored value.",
        source(
            "Offline/OnlineFirst.swift",
            "where [404, 410].contains(failure.status) {",
            "where failure.status == 404 {",
        ),
        caught_by="REPO-08",
    ),
    mutant(
        "boundaries-late-card", "boundaries",
        "A late reply to an older load replaces the newer card.",
        source(
            "Boundaries/UserCardViewModel.swift",
            "        guard let result = await fetches.result(of: { try await users.getUser(id: id) }) else { return }\n",
            "        let result: Result<BoundariesUser, any Error>\n"
            "        do {\n"
            "            result = .success(try await users.getUser(id: id))\n"
            "        } catch {\n"
            "            result = .failure(error)\n"
            "        }\n",
        ),
        caught_by="SCREEN-LATEST-card",
    ),
    mutant(
        "boundaries-card-loads-on", "boundaries",
        "A failed load of the card does not end the loading.",
        source("Boundaries/UserCardViewModel.swift", "        isLoading = false\n        switch result {", "        switch result {"),
        source(
            "Boundaries/UserCardViewModel.swift",
            "case .success(let user): card = UserCardModel(user)",
            "case .success(let user): (card, isLoading) = (UserCardModel(user), false)",
        ),
        caught_by="SCREEN-FAILURE-card",
    ),
    mutant(
        "boundaries-no-items-is-empty", "boundaries",
        "An object without the member items is an empty list.",
        source(
            "Paging/Page.swift",
            "items = try container.decode([Item].self, forKey: .items)",
            "items = try container.decodeIfPresent([Item].self, forKey: .items) ?? []",
        ),
        caught_by="DEC-12",
    ),
    mutant(
        "boundaries-any-user", "boundaries",
        "A user with another identifier than the requested one is accepted.",
        source("Boundaries/BoundariesUser.swift", "(\\BoundariesUserDTO.user, id: id, from:", "(\\BoundariesUserDTO.user, from:"),
        caught_by="BOUND-17",
    ),
    mutant(
        "boundaries-price-as-text", "boundaries",
        "A price that is sent as a text is an error.",
        source(
            "JSON/ExactDecimal.swift",
            "        guard let text = try? container.decode(String.self) else {\n"
            "            value = try container.decode(Decimal.self)\n"
            "            return\n"
            "        }\n"
            "        guard let decimal = ExactDecimal(text) else {\n"
            "            throw DecodingError.dataCorruptedError("
            "in: container, debugDescription: \"\\\"\\(text)\\\" is not an amount\")\n"
            "        }\n"
            "        self = decimal\n",
            "        value = try container.decode(Decimal.self)\n",
        ),
        caught_by="BOUND-21",
    ),
    mutant(
        "boundaries-start-waits", "boundaries",
        "The app waits for its configuration when it starts.",
        source(
            "Configuration/ConfigurationService.swift",
            "        Task { await configuration.refresh() }\n        return await configuration.current\n",
            "        return await configuration.refresh()\n",
        ),
        caught_by="BOUND-START-01",
    ),
    mutant(
        "boundaries-newest-event-lost", "boundaries",
        "A full queue of events discards the newest event.",
        source("Analytics/Analytics.swift", ".bufferingNewest(capacity)", ".bufferingOldest(capacity)"),
        caught_by="BOUND-ANALYTICS-01",
    ),
]
