"""The mutants of the reference app shop."""

from mutant import app_mutant as mutant, source

MUTANTS = [
    mutant(
        "shop-refusal-masked", "shop",
        "The stored value is shown after every failure.",
        source(
            "Offline/OnlineFirst.swift",
            "} catch let error as NetworkError where error.isConnectionFailure {",
            "} catch let error as NetworkError {",
        ),
        caught_by="REPO-03",
    ),
    mutant(
        "shop-no-fallback", "shop",
        "The stored value is never shown.",
        source(
            "Offline/OnlineFirst.swift",
            "guard let stored = try? await stored() else { throw error }",
            "guard let stored = try? await stored(), false else { throw error }",
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
        "shop-category-not-sent", "shop",
        "The category of a list of products is not sent.",
        source(
            "Shop/Products/ProductRepository.swift",
            "try await remote.getProducts(category: category, page: page, limit: limit)",
            "try await remote.getProducts(category: nil, page: page, limit: limit)",
        ),
        caught_by="SHOP-38",
    ),
    mutant(
        "shop-update-nulls", "shop",
        "An update sends null for each property that is unchanged.",
        source(
            "Shop/Users/ShopUser.swift",
            "    /// Validates the changes and returns them.\n",
            "    private enum CodingKeys: String, CodingKey {\n"
            "        case name\n"
            "        case email\n"
            "        case profileImage\n"
            "    }\n\n"
            "    /// Encodes the changes.\n"
            "    public func encode(to encoder: any Encoder) throws {\n"
            "        var container = encoder.container(keyedBy: CodingKeys.self)\n"
            "        try container.encode(name, forKey: .name)\n"
            "        try container.encode(email, forKey: .email)\n"
            "        try container.encode(profileImage, forKey: .profileImage)\n"
            "    }\n\n"
            "    /// Validates the changes and returns them.\n",
        ),
        caught_by="REQ-08",
        also_red={"SHOP-39": "The promise is that an update sends only changed properties."},
    ),
    mutant(
        "shop-merge-patch", "shop",
        "An update of a user is sent with the content type application/merge-patch+json.",
        source(
            "Shop/Users/ShopUserRepository.swift",
            'from: Endpoint(.patch, "/users/\\(id)", json: updates))',
            'from: Endpoint(\n'
            '            .patch, "/users/\\(id)", headers: ["Content-Type": "application/merge-patch+json"], '
            "json: updates\n        ))",
        ),
        unseen={"REQ-04": "RFC 5789 and RFC 7396 permit this type for a PATCH, and the contract declares no other."},
    ),
    mutant(
        "shop-plus-in-query", "shop",
        "A plus sign in a query is not percent-encoded.",
        source(
            "HTTP/Endpoint.swift",
            '"\\(name)=\\(PercentEncoding.encoded($0, keeping: PercentEncoding.unreserved))"',
            '"\\(name)=\\(PercentEncoding.encoded($0, keeping: PercentEncoding.unreserved.union("+".utf8)))"',
        ),
        caught_by="SHOP-38",
    ),
    mutant(
        "shop-write-not-stored", "shop",
        "The result of a create or an update is not stored.",
        source(
            "Offline/OnlineFirst.swift",
            "        let value = try await write()\n        try? await store.save([value])\n        return value\n",
            "        return try await write()\n",
        ),
        caught_by="SHOP-39",
        also_red={"SHOP-27": "The promise is that a new user and the order are stored."},
    ),
    mutant(
        "shop-removed-too-early", "shop",
        "A value is removed from the store before the backend has deleted it.",
        source(
            "Offline/OnlineFirst.swift",
            "        let response = try await remove()\n"
            "        try? await store.remove(id: id)\n"
            "        return response\n",
            "        try? await store.remove(id: id)\n        return try await remove()\n",
        ),
        caught_by="REPO-05",
    ),
    mutant(
        "shop-gone-is-error", "shop",
        "A 410 for a deletion is not translated, unlike a 404.",
        source(
            "Shop/Users/ShopUserRepository.swift",
            "where [404, 410].contains(failure.status) {",
            "where failure.status == 404 {",
        ),
        caught_by="REPO-13",
    ),
    mutant(
        "shop-missing-stays-stored", "shop",
        "A 404 does not remove the stored value.",
        source(
            "Offline/OnlineFirst.swift",
            "where [404, 410].contains(failure.status) {",
            "where failure.status == 410 {",
        ),
        caught_by="REPO-08",
        also_red={"SHOP-06": "The promise is that a user who is missing at the backend is not shown later."},
    ),
    mutant(
        "shop-empty-for-unreachable", "shop",
        "Without a connection and stored values, the app returns an empty list instead of an error.",
        source(
            "Offline/OnlineFirst.swift",
            "return stored.isEmpty ? nil : Page(number, of: stored, limit: limit)",
            "return Page(number, of: stored, limit: limit)",
        ),
        caught_by="REPO-07",
        also_red={"SHOP-08": "The promise is about a list without stored values."},
    ),
    mutant(
        "shop-orders-of-others", "shop",
        "Without a connection the stored orders of all users are shown.",
        source(
            "Shop/Orders/OrderRepository.swift",
            "limit: limit) {\n            $0.userId == userId\n        } _: {\n",
            "limit: limit) {\n",
        ),
        caught_by="SHOP-01",
        also_red={"SHOP-03": "The promise reads the stored orders of one of two users."},
    ),
    mutant(
        "shop-offline-write", "shop",
        "A change is sent although the network monitor reports no connection.",
        source(
            "Offline/OnlineFirst.swift",
            "        try await requireConnection()\n        let value = try await write()\n",
            "        let value = try await write()\n",
        ),
        caught_by="SHOP-02",
    ),
    mutant(
        "shop-unreadable-masked", "shop",
        "The stored value is shown if a reply cannot be decoded.",
        source(
            "Offline/OnlineFirst.swift",
            "where error.isConnectionFailure {",
            "where error.isConnectionFailure || error.codingPath != nil {",
        ),
        caught_by="REPO-04",
        also_red={
            f"SHOP-{number}": "The promise has an unreadable reply and a stored value." for number in (11, 12, 13, 20)
        },
    ),
    mutant(
        "shop-stored-first", "shop",
        "A stored user is returned without a request.",
        source(
            "Shop/Users/ShopUserRepository.swift",
            "        try await users.value(id: id) { try await remote.getUser(id: id) }\n",
            "        if let stored = try? await users.store.value(id: id) { return stored }\n"
            "        return try await users.value(id: id) { try await remote.getUser(id: id) }\n",
        ),
        caught_by="REPO-03",
        also_red={
            "REPO-04": "A stored user hides an unreadable reply as well.",
            "SHOP-06": "The promise reads a user three times.",
            "SHOP-09": "The promise is about a failure of the backend for a stored user.",
            "SHOP-12": "The promise is about an invalid date of a stored user.",
            "SHOP-20": "The promise is about a wrong reply for a stored user.",
        },
    ),
    mutant(
        "shop-stored-binary-amount", "shop",
        "An amount is stored as a binary fraction.",
        source(
            "JSON/ExactDecimal.swift",
            'try container.encode("\\(value)")',
            "try container.encode(NSDecimalNumber(decimal: value).doubleValue)",
        ),
        caught_by="SHOP-05",
    ),
    mutant(
        "shop-bad-element-skipped", "shop",
        "An element of a list that cannot be decoded is skipped.",
        source(
            "Paging/Page.swift",
            "        items = try container.decode([Item].self, forKey: .items)\n",
            "        items = try container.decode([Lenient].self, forKey: .items).compactMap { $0.item }\n",
        ),
        source(
            "Paging/Page.swift",
            "    init(from decoder: any Decoder) throws {\n        guard (try? decoder.unkeyedContainer())",
            "    private struct Lenient: Decodable {\n"
            "        var item: Item?\n\n"
            "        init(from decoder: any Decoder) throws { item = try? Item(from: decoder) }\n"
            "    }\n\n"
            "    init(from decoder: any Decoder) throws {\n        guard (try? decoder.unkeyedContainer())",
        ),
        caught_by="DEC-03",
        also_red={
            "DEC-02": "An element without a required key is skipped as well.",
            "SHOP-11": "The promise has an invalid price in one element.",
            "SHOP-19": "The promise has a negative price in one element.",
        },
    ),
    mutant(
        "shop-available-by-default", "shop",
        "A product without isAvailable is available.",
        source("Shop/Products/Product.swift", "    var isAvailable: Bool\n", "    var isAvailable: Bool?\n"),
        source(
            "Shop/Products/Product.swift",
            "            isAvailable: isAvailable\n",
            "            isAvailable: isAvailable ?? true\n",
        ),
        caught_by="DEC-02",
    ),
    mutant(
        "shop-delivered-unknown", "shop",
        "The status delivered is missing in the list of known ones, and is decoded as unknown.",
        source(
            "Shop/Orders/Order.swift",
            "[.pending, .paid, .shipped, .delivered, .cancelled]",
            "[.pending, .paid, .shipped, .cancelled]",
        ),
        caught_by="DEC-07",
        also_red={"REPO-01": "The recorded orders contain one that is delivered."},
    ),
    mutant(
        "shop-other-user-accepted", "shop",
        "Another user than the requested one is accepted and stored.",
        source(
            "Shop/Users/ShopUserRepository.swift",
            'model(\\ShopUserDTO.user, id: id, from: Endpoint(.get, "/users/\\(id)"))',
            'model(\\ShopUserDTO.user, from: Endpoint(.get, "/users/\\(id)"))',
        ),
        caught_by="SHOP-20",
    ),
    mutant(
        "shop-total-ignored", "shop",
        "The total in the header field X-Total-Count is ignored.",
        source(
            "Paging/Page.swift",
            'total: list.total ?? response.headers["X-Total-Count"].flatMap { Int($0) }',
            "total: list.total",
        ),
        caught_by="SHOP-26",
    ),
    mutant(
        "shop-duplicate-rows", "shop",
        "An item that moves to the next page is listed twice.",
        source(
            "Paging/Pager.swift",
            "let new = page.items.filter { known.insert($0.id).inserted }",
            "let new = page.items",
        ),
        caught_by="SHOP-24",
    ),
    mutant(
        "shop-failed-page-skipped", "shop",
        "The page after a failed one is fetched in place of the failed one.",
        source(
            "Paging/Pager.swift",
            "        let page = try await fetch(next, limit)\n"
            "        guard generation == self.generation else { return }\n"
            "        if next == 1 {",
            "        let number = next\n"
            "        next += 1\n"
            "        let page = try await fetch(number, limit)\n"
            "        guard generation == self.generation else { return }\n"
            "        if number == 1 {",
        ),
        source("Paging/Pager.swift", "        items += new\n        next += 1\n", "        items += new\n"),
        caught_by="SHOP-25",
    ),
    mutant(
        "shop-refresh-continues", "shop",
        "A refresh fetches the next page in place of the first one.",
        source(
            "Paging/Pager.swift",
            "        next = 1\n        isAtEnd = false\n",
            "        isAtEnd = false\n",
        ),
        caught_by="SCREEN-ROWS-products",
    ),
    mutant(
        "shop-page-fetched-twice", "shop",
        "Two calls that load more at the same time fetch the same page, and the page after it is never fetched.",
        source(
            "Paging/Pager.swift",
            "try await reading.value { try await self.read(generation) }",
            "try await read(generation)",
        ),
        caught_by="SHOP-41",
    ),
    mutant(
        "shop-late-search", "shop",
        "The late result of an earlier search replaces that of a newer one.",
        source(
            "Loading/LatestFetch.swift",
            "return number == newest ? result : nil",
            "return number <= newest ? result : nil",
        ),
        caught_by="SHOP-35",
        also_red={
            "SHOP-36": "The late result fills the cleared list.",
            "SCREEN-LATEST-search": "The rule is about the same late reply.",
        },
    ),
    mutant(
        "shop-message-stays", "shop",
        "The message of a failure stays after a successful fetch.",
        source(
            "Loading/LoadedList.swift",
            "        state.errorMessage = nil\n        guard let result",
            "        guard let result",
        ),
        caught_by="SCREEN-CLEARED-search",
        also_red={"SCREEN-CLEARED-products": "Both screens use the same list."},
    ),
    mutant(
        "shop-user-left-behind", "shop",
        "A new user stays in the store after the order failed.",
        source(
            "Shop/Orders/OrderUseCases.swift",
            "            try? await users.removeStoredUser(id: user.id)\n",
            "",
        ),
        caught_by="SHOP-29",
    ),
    mutant(
        "shop-empty-order-registers", "shop",
        "A customer is registered although the order has no products.",
        source("Shop/Orders/OrderUseCases.swift", "        try NewOrder.check(products)\n", ""),
        caught_by="SHOP-23",
    ),
    mutant(
        "shop-update-address-unchecked", "shop",
        "An update with an invalid e-mail address is sent.",
        source(
            "Shop/Users/ShopUser.swift",
            "        if let email, !EmailAddress.isValid(email) { throw ShopError.invalidEmail }\n",
            "",
        ),
        caught_by="SHOP-21",
    ),
    mutant(
        "shop-always-out-of-stock", "shop",
        "Every 4xx for an order is reported as a conflict.",
        source(
            "Shop/Orders/OrderRepository.swift",
            "$0.status == 409 ? conflict",
            "(400..<500).contains($0.status) ? conflict",
        ),
        caught_by="STAT-02",
    ),
    mutant(
        "shop-old-token-again", "shop",
        "The attempt after a refresh is sent with the old token.",
        source(
            "HTTP/APIClient.swift",
            "guard response.status == 401, let token = try await tokens.token(replacing: token) else {",
            "guard response.status == 401, try await tokens.token(replacing: token) != nil else {",
        ),
        caught_by="AUTH-02",
    ),
    mutant(
        "shop-rejected-tokens-kept", "shop",
        "The tokens are kept after the backend has rejected the refresh token.",
        source(
            "Authentication/Authenticator.swift",
            "            if tokens == old { tokens = nil }\n",
            "",
        ),
        caught_by="AUTH-05",
    ),
    mutant(
        "shop-order-again", "shop",
        "An order whose reply was lost is sent a second time.",
        source(
            "Shop/Orders/OrderRepository.swift",
            "        try await written(unless: ShopError.outOfStock) { try await remote.createOrder(order) }\n",
            "        try await written(unless: ShopError.outOfStock) {\n"
            "            do {\n"
            "                return try await remote.createOrder(order)\n"
            "            } catch let error as NetworkError where error.isConnectionFailure {\n"
            "                return try await remote.createOrder(order)\n"
            "            }\n"
            "        }\n",
        ),
        caught_by="RETRY-04",
        also_red={
            "SHOP-30": "The promise is about an order whose reply is lost.",
            "SHOP-31": "The promise is about an order that times out.",
        },
    ),
    mutant(
        "shop-attempts-not-counted", "shop",
        "A response does not have the number of its attempts, so a repeated deletion finds no user.",
        source("Retry/RetryingTransport.swift", "        response.attempts = spent.attempts\n", ""),
        caught_by="SHOP-34",
    ),
    mutant(
        "shop-events-again", "shop",
        "An event that cannot be sent is sent twice more.",
        source(
            "Analytics/Analytics.swift",
            'for await event in waiting { try? await client.perform(Endpoint(.post, "/analytics", json: event)) }',
            "for await event in waiting {\n"
            "                for _ in 1...3 {\n"
            '                    let sent: Void? = try? await client.perform(Endpoint(.post, "/analytics", json: event))\n'
            "                    if sent != nil { break }\n"
            "                }\n"
            "            }",
        ),
        caught_by="SHOP-ANALYTICS-01",
    ),
]
