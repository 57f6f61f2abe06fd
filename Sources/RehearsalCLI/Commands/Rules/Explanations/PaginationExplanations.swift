/// The explanations of the PAGE rules.
enum PaginationExplanations {
    static let all: [String: RuleExplanation] = [
        "PAGE-01": RuleExplanation(
            why: """
                A server that filters the items of a page after it has read them may send a short or empty page in \
                the middle of a list. A client that stops there hides the rest.
                """,
            fix: """
                var token: String?
                repeat {
                    let page = try await orders(after: token)
                    all += page.items
                    token = page.next.flatMap { $0.isEmpty ? nil : $0 }
                } while token != nil
                """
        ),
        "PAGE-02": RuleExplanation(
            why: """
                A token may contain any characters, and the server compares its bytes. If a plus sign arrives as a \
                space, the server rejects the request for the next page. Only users with such a token notice it.
                """,
            fix: """
                let escaped = token.addingPercentEncoding(
                    withAllowedCharacters: .alphanumerics.union(.init(charactersIn: "-._~"))
                )
                components.percentEncodedQuery = "q=\\(query)&page_token=\\(escaped ?? "")"
                """
        ),
        "PAGE-03": RuleExplanation(
            why: """
                If the filter is sent with the first page only, the following pages are those of another list. The \
                user sees orders that do not match the search.
                """,
            fix: """
                func page(_ token: String?) async throws -> Page {
                    var items = [URLQueryItem(name: "q", value: text), URLQueryItem(name: "sort", value: order)]
                    if let token { items.append(URLQueryItem(name: "page_token", value: token)) }
                    return try await client.get("orders", query: items)
                }
                """
        ),
        "PAGE-04": RuleExplanation(
            why: """
                A mistake in the server can make every page name the same next page. A client that follows it never \
                ends, and loads items until the device has no memory left.
                """,
            fix: """
                var seen: Set<String> = []
                while let next = token {
                    guard seen.insert(next).inserted else { throw APIError.repeatedPage }
                    let page = try await orders(after: next)
                    all += page.items
                    token = page.next
                }
                """
        ),
        "PAGE-05": RuleExplanation(
            why: """
                While a list is loaded, a new item moves the last one of a page to the next page. The list then has \
                two rows with the same identity, and a tap or a deletion affects the wrong one.
                """,
            fix: """
                var ids = Set(all.map(\\.id))
                for item in page.items where ids.insert(item.id).inserted {
                    all.append(item)
                }
                """
        ),
        "PAGE-06": RuleExplanation(
            why: """
                Scrolling asks for the next page several times before the first reply. Each request then adds the \
                same page, and the list has each row twice.
                """,
            fix: """
                actor Feed {
                    private var load: Task<[Item], any Error>?
                    func loadMore() async throws -> [Item] {
                        if let load { return try await load.value }
                        let task = Task { try await nextPage() }
                        load = task
                        defer { load = nil }
                        return try await task.value
                    }
                }
                """
        ),
    ]
}
