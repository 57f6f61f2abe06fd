extension ResourceBook {
    /// Which part of a list a request asks for.
    private struct Page {
        /// Items before it.
        let start: Int
        let limit: Int
    }

    /// The items that a request asks for, with where the others are.
    func list(_ request: ObservedRequest, _ resource: Scenario.Resource, at moment: Moment) -> Scenario.Reply {
        let found = filtered(request, resource)
        var fields: [Scenario.Headers.Field] = [.init("X-Total-Count", String(found.count))]
        var shown = found[...]
        if resource.paging != .none {
            guard let page = page(request, resource) else {
                let names =
                    resource.paging == .page ? "\"page\" and \"limit\" are 1" : "\"offset\" is 0 or more, \"limit\" 1"
                return Scenario.Reply(policy: 422, Self.unprocessable, "\(names) or more")
            }
            shown = found.dropFirst(page.start).prefix(page.limit)
            fields.append(.init("Link", links(page, total: found.count, request, resource)))
        }
        var bytes =
            [UInt8(ascii: "[")] + Array(shown.map(\.bytes).joined(separator: [UInt8(ascii: ",")])) + [UInt8(ascii: "]")]
        if let name = resource.envelope {
            bytes = [UInt8(ascii: "{")] + JSON.string(name).bytes() + [UInt8(ascii: ":")] + bytes + [UInt8(ascii: "}")]
        }
        let tag = Self.tag(of: bytes)
        if let reply = request.failedPrecondition(tag, now: moment.wall / 1_000) { return reply }
        fields.insert(.init("ETag", tag), at: 0)
        return Scenario.Reply(headers: Scenario.Headers(fields), body: .bytes(bytes, type: "application/json"))
    }

    /// The items whose members are as parameters of that name say; names that no item has say nothing.
    private func filtered(_ request: ObservedRequest, _ resource: Scenario.Resource) -> [Item] {
        let all = order.compactMap { items[$0] }
        var wanted: [(name: String, values: [[UInt8]])] = []
        for item in request.query {
            let name = String(decoding: item.name, as: UTF8.self)
            if Self.parameters(resource.paging).contains(name) { continue }
            if let index = wanted.firstIndex(where: { $0.name == name }) {
                wanted[index].values.append(item.value)
            } else if all.contains(where: { $0.json[name] != nil }) {
                wanted.append((name, [item.value]))
            }
        }
        return all.filter { item in
            wanted.allSatisfy { filter in
                item.json[filter.name].map { filter.values.contains($0.plainText) } ?? false
            }
        }
    }

    /// The names of the parameters that divide a list.
    private static func parameters(_ paging: Scenario.Resource.Paging) -> [String] {
        paging == .none ? [] : [paging.rawValue, "limit"]
    }

    /// Nil if what it says is no page.
    private func page(_ request: ObservedRequest, _ resource: Scenario.Resource) -> Page? {
        let first = resource.paging == .page ? 1 : 0
        guard let limit = number("limit", else: resource.pageSize, request), limit >= 1,
            let place = number(resource.paging.rawValue, else: first, request), place >= first
        else { return nil }
        guard resource.paging == .page else { return Page(start: place, limit: limit) }
        let (start, isTooFar) = (place - 1).multipliedReportingOverflow(by: limit)
        return Page(start: isTooFar ? Int.max : start, limit: limit)
    }

    private func number(_ name: String, else usual: Int, _ request: ObservedRequest) -> Int? {
        guard let item = request.query.first(where: { $0.name == Array(name.utf8) }) else { return usual }
        guard item.value.allSatisfy(\.isDigit) else { return nil }
        return Int(String(decoding: item.value, as: UTF8.self))
    }

    /// RFC 8288: the first page and the last, and those before and after this one if there are any.
    private func links(
        _ page: Page,
        total: Int,
        _ request: ObservedRequest,
        _ resource: Scenario.Resource,
    ) -> String {
        let last = total == 0 ? 0 : (total - 1) / page.limit * page.limit
        var targets = [("first", 0)]
        if page.start > 0 { targets.append(("prev", min(max(0, page.start - page.limit), last))) }
        if page.limit < total, page.start < total - page.limit { targets.append(("next", page.start + page.limit)) }
        targets.append(("last", last))
        let others = request.query.filter {
            !Self.parameters(resource.paging).contains(String(decoding: $0.name, as: UTF8.self))
        }
        let kept = others.map { Self.parameter($0.name, $0.value) + "&" }.joined()
        return targets.map { relation, start in
            let place = resource.paging == .page ? start / page.limit + 1 : start
            let query = "\(kept)\(resource.paging.rawValue)=\(place)&limit=\(page.limit)"
            return "<\(resource.path.text)?\(query)>; rel=\"\(relation)\""
        }.joined(separator: ", ")
    }

    private static func parameter(_ name: [UInt8], _ value: [UInt8]) -> String {
        String(
            decoding: PercentEncoding.escaped(name) + [UInt8(ascii: "=")] + PercentEncoding.escaped(value),
            as: UTF8.self
        )
    }
}
