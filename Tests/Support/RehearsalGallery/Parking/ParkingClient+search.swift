import Rehearsal
import RehearsalContracts

extension ParkingClient {
    /// Searches for parking spots, and returns the results of all pages.
    ///
    /// - Parameter source: the part of the app that searches, for the server's statistics.
    package func searchSpots(_ text: String, source: String) async throws -> [SpotSummary] {
        if source.utf8.contains(where: { $0 < 0x20 }), defect != .injectsHeaders {
            throw ParkingError.invalidArgument("source")
        }
        var spots: [SpotSummary] = []
        var token: String?
        var repetitions = 0
        repeat {
            let page = try await page(text, source, token)
            spots += page.spots.filter { spot in defect == .repeatsItems || !spots.contains { $0.id == spot.id } }
            if page.spots.isEmpty, defect == .endsAtEmptyPage { break }
            if let token, token == page.next { repetitions += 1 }
            if repetitions > (defect == .followsRepeatedToken ? 30 : 0) {
                throw ParkingError.unreadable(DecodingFailure(.dataCorrupted, at: "$.next_page_token"), status: 200)
            }
            token = page.next
        } while token?.isEmpty == false
        return spots
    }

    /// Returns the spots of a page, and the token of the next one.
    private func page(
        _ text: String,
        _ source: String,
        _ token: String?,
    ) async throws -> SpotFeed.Page {
        let text = defect == .losesFilter && token != nil ? "" : text
        var query = "q=" + escaped(text, unlessPlusIf: .rawPlus)
        if let token { query += "&page_token=" + escaped(token, unlessPlusIf: .decodesTokens) }
        var call = Call(.get, "api/v1/parking_spots/search?\(query)")
        call.headers.append("X-Search-Source", source)
        return try await Self.page(of: call, service)
    }

    /// Loads the next page of the most popular spots, and returns those loaded so far.
    package func loadMoreSpots() async throws -> [SpotSummary] { try await feed.loadMore() }

    /// Returns the spots and the next token in the reply to a call of a service.
    static func page(of call: Call, _ service: ParkingService) async throws -> SpotFeed.Page {
        try await service.value(of: call) { node throws(DecodingFailure) in
            let spots = try node["spots"].elements { node throws(DecodingFailure) in try SpotSummary(node) }
            let next = try node.ifPresent("next_page_token") { node throws(DecodingFailure) in try node.text() }
            return (spots, next)
        }.0
    }

    /// Returns the escaped form of a text, in which a client with a defect leaves each plus.
    private func escaped(_ text: String, unlessPlusIf other: Defect) -> String {
        let escaped = Call.escaped(text)
        return defect == other ? escaped.replacing("%2B", with: "+") : escaped
    }
}
