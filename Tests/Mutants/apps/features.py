"""The mutants of the reference app features."""

from mutant import app_mutant as mutant, source

MUTANTS = [
    mutant(
        "features-get-for-post", "features",
        "A request that must be a POST is sent as a GET.",
        source(
            "Features/Networking.swift",
            "client.value(from: endpoint.endpoint(.post))",
            "client.value(from: endpoint.endpoint(.get))",
        ),
        caught_by="REQ-01",
    ),
    mutant(
        "features-subtitle-defaulted", "features",
        "A missing subtitle becomes an empty one.",
        source(
            "Features/FeatureService.swift",
            "    var subtitle: String\n\n    var item: Item { Item(id: id.value, title: title, subtitle: subtitle) }",
            "    var subtitle: String?\n\n    var item: Item { Item(id: id.value, title: title, subtitle: subtitle ?? \"\") }",
        ),
        caught_by="DEC-02",
        also_red={"DEC-04": "A null becomes an empty subtitle as well."},
    ),
    mutant(
        "features-snake-case-twice", "features",
        "The decoder converts keys from snake case, which the coding keys name in snake case.",
        source(
            "HTTP/HTTPResponse.swift",
            "            return try JSONDecoder().decode(type, from: body)\n",
            "            let decoder = JSONDecoder()\n"
            "            decoder.keyDecodingStrategy = .convertFromSnakeCase\n"
            "            return try decoder.decode(type, from: body)\n",
        ),
        caught_by="DEC-06",
        also_red={
            "FEAT-CONFIG-02": "The names of the settings are in snake case.",
            "FEAT-START-01": "As FEAT-CONFIG-02.",
            "FEAT-09": "The promise reads the data of a scene as well.",
        },
    ),
    mutant(
        "features-deletion-decoded", "features",
        "The reply to a deletion is decoded, although it has no body.",
        source(
            "Features/Networking.swift",
            "public func delete(_ endpoint: FeatureEndpoint) async throws { try await client.remove(endpoint.path) }",
            "public func delete(_ endpoint: FeatureEndpoint) async throws {\n"
            "        _ = try await client.value(ConfirmationDTO.self, from: endpoint.endpoint(.delete))\n"
            "    }",
        ),
        caught_by="STAT-05",
        also_red={
            "FEAT-06": "The promise deletes items.",
            "FEAT-09": "The promise deletes an item.",
        },
    ),
    mutant(
        "features-lost-deletion-fails", "features",
        "A deletion fails if the retry after a lost reply finds no item.",
        source(
            "Features/Networking.swift",
            "try await client.remove(endpoint.path)",
            "try await client.perform(endpoint.endpoint(.delete))",
        ),
        caught_by="FEAT-08",
    ),
    mutant(
        "features-no-content-type", "features",
        "A body is sent without the content type of JSON.",
        source(
            "HTTP/Endpoint.swift",
            '        if body != nil, request.headers["Content-Type"] == nil '
            '{ request.headers["Content-Type"] = "application/json" }\n',
            "",
        ),
        caught_by="REQ-04",
    ),
    mutant(
        "features-post-after-loss", "features",
        "A POST is sent once more after a network error.",
        source(
            "Features/Networking.swift",
            "        try await client.value(from: endpoint.endpoint(.post))\n",
            "        do {\n"
            "            return try await client.value(from: endpoint.endpoint(.post))\n"
            "        } catch NetworkError.networkError {\n"
            "            return try await client.value(from: endpoint.endpoint(.post))\n"
            "        }\n",
        ),
        caught_by="RETRY-04",
    ),
    mutant(
        "features-rejection-confirmed", "features",
        "A rejected submission is confirmed.",
        source("Features/SceneWorker.swift", "return try response.confirmation()", 'return response.message ?? ""'),
        caught_by="FEAT-01",
    ),
    mutant(
        "features-late-scene", "features",
        "A late reply to an older request replaces the newer data.",
        source(
            "Features/SceneInteractor.swift",
            "        guard let result = await fetches.result(of: { try await worker.fetchData(id: id) }) else { return }\n"
            "        present(result.map(SceneResponse.data))\n",
            "        do {\n"
            "            present(.success(.data(try await worker.fetchData(id: id))))\n"
            "        } catch {\n"
            "            present(.failure(error))\n"
            "        }\n",
        ),
        caught_by="FEAT-02",
        also_red={"SCREEN-LATEST-scene": "The rule of the screen states the same."},
    ),
    mutant(
        "features-second-tap", "features",
        "A second tap sends the input again.",
        source("Features/SceneInteractor.swift", "        guard !isSubmitting else { return }\n", ""),
        caught_by="FEAT-04",
    ),
    mutant(
        "features-delete-by-position", "features",
        "Several items are deleted by their positions, which change after each deletion.",
        source(
            "Features/ItemListInteractor.swift",
            "        // The order of the list makes the sequence of requests deterministic.\n"
            "        await loadedList.remove(list.items.map(\\.id).filter(ids.contains), service.deleteItem(id:))\n",
            "        let positions = list.items.indices.filter { ids.contains(list.items[$0].id) }\n"
            "        for position in positions where position < list.items.count {\n"
            "            await loadedList.remove([list.items[position].id], service.deleteItem(id:))\n"
            "        }\n",
        ),
        caught_by="FEAT-06",
    ),
    mutant(
        "features-deleted-returns", "features",
        "An item that was deleted during a fetch reappears.",
        source(
            "Loading/LoadedList.swift",
            "state.items = items.filter { !removed.contains($0.id) }",
            "state.items = items",
        ),
        caught_by="FEAT-09",
    ),
    mutant(
        "features-cancellation-shown", "features",
        "A cancelled fetch is shown as a failure.",
        source(
            "Features/SceneInteractor.swift",
            "presenter.present(error.messageForUser.map(SceneResponse.failed) ?? .cancelled)",
            'presenter.present(.failed(error.messageForUser ?? "The request failed."))',
        ),
        caught_by="FEAT-05",
        also_red={"SCREEN-LEAVING-scene": "The rule of the screen states the same."},
    ),
    mutant(
        "features-built-in-lost", "features",
        "The fetched states of features replace all built-in ones.",
        source(
            "Configuration/RemoteConfiguration.swift",
            "features: defaults.features.merging(features ?? [:]) { $1 }",
            "features: features ?? defaults.features",
        ),
        caught_by="FEAT-CONFIG-02",
    ),
    mutant(
        "features-raw-decoding-error", "features",
        "A decoding error reaches the caller as it is, not as the error of the client.",
        source("HTTP/HTTPResponse.swift", "throw NetworkError.decodingError(error, body)", "throw error"),
        caught_by="ERR-01",
    ),
    mutant(
        "features-fields-of-failure-lost", "features",
        "The header fields of a failure are not kept.",
        source(
            "HTTP/HTTPFailure.swift",
            "public var headers: HeaderFields { response.headers }",
            "public var headers: HeaderFields { [:] }",
        ),
        caught_by="STAT-07",
    ),
    mutant(
        "features-other-timeout", "features",
        "The configured timeout is set for the whole resource, not for the request.",
        source(
            "HTTP/URLSessionTransport.swift",
            "configuration.timeoutIntervalForRequest = Self.wholeSeconds(timeout)",
            "configuration.timeoutIntervalForResource = Self.wholeSeconds(timeout)",
        ),
        caught_by="CANC-04",
    ),
    mutant(
        "features-absolute-only", "features",
        "A redirect with a relative Location is not followed.",
        source(
            "HTTP/RedirectGuard.swift",
            "URL(string: location, relativeTo: from)?.absoluteURL",
            "URL(string: location)",
        ),
        caught_by="REDIR-07",
    ),
    mutant(
        "features-clock-of-device", "features",
        "A date in Retry-After is compared with the clock of the device, although the reply has a Date.",
        source(
            "Retry/RetryAfter.swift",
            "        case .date(let date, let answeredAt):\n"
            "            max(.zero, .milliseconds((date.timeIntervalSince(answeredAt ?? now) * 1000).rounded(.up)))\n",
            "        case .date(let date, _):\n"
            "            max(.zero, .milliseconds((date.timeIntervalSince(now) * 1000).rounded(.up)))\n",
        ),
        unseen={"BACK-06": "RFC 9110 §10.2.3 does not require a client to compare the date with the Date of the reply."},
    ),
]
