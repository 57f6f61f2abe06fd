extension CompiledScenario {
    private static let maxVisits = 64
    private static let maxReported = 5

    /// Returns the endpoints nearest to a request without a match, nearest first.
    ///
    /// - Parameters:
    ///   - body: the body of the request, if the server has read it.
    ///   - variables: the variables at the time of the match.
    package func nearest(
        to head: RequestHead,
        in bytes: Span<UInt8>,
        body: [UInt8]? = nil,
        variables: [String: JSON]? = nil,
    ) -> [NearMiss] {
        let report = NearMissReport()
        findNearest(to: head, in: bytes, body: body, variables: variables, report)
        return nearMisses(report)
    }

    /// Finds the endpoints nearest to a request without a match.
    ///
    /// It finds at most five and searches at most 64 nodes, so that a large scenario does not make it slower.
    ///
    /// - Parameters:
    ///   - body: the body of the request, if the server has read it.
    ///   - variables: the variables at the time of the match.
    ///   - report: receives the endpoints, and the texts of their differences.
    package func findNearest(
        to head: RequestHead,
        in bytes: Span<UInt8>,
        body: [UInt8]? = nil,
        variables: [String: JSON]? = nil,
        _ report: NearMissReport,
    ) {
        report.clear()
        report.search.run(trie, bytes, head.path, maxVisits: Self.maxVisits)
        var context: Scenario.Condition.MatchContext?
        for found in report.search.found {
            let part = trie.nodes[Int(found.node)].endpoints
            for position in part.prefix(Self.maxVisits) {
                let index = Int(trie.ranked[Int(position)])
                let distance = found.distance + methodDistance(of: index, from: head, in: bytes)
                guard !summaries[index].isOverlay, report.accepts(index, at: distance, most: Self.maxReported) else {
                    continue
                }
                if summaries[index].hasCondition, context == nil {
                    context = self.matchContext(of: head, bytes, body, ConnectionContext())
                    context?.variables = variables
                }
                let difference = difference(of: index, path: found.distance, from: head, in: bytes, context)
                report.insert(difference, most: Self.maxReported)
            }
        }
        var pathText: [UInt8] = []
        for difference in report.candidates {
            if difference.path > 0, pathText.isEmpty { pathText = self.pathText(head, bytes) }
            add(difference, of: head, in: bytes, to: report, pathText: pathText)
        }
    }

    /// Returns the endpoints of a report with their texts as strings.
    package func nearMisses(_ report: NearMissReport) -> [NearMiss] {
        report.items.map { item in
            NearMiss(
                endpoint: item.endpoint,
                label: endpoints[item.endpoint].displayName,
                differences: report.differences(of: item),
                distance: item.distance
            )
        }
    }

    /// The differences between an endpoint and a request, each as a distance.
    struct Difference: Sendable {
        let endpoint: Int
        /// The distance between the paths; 0 if the pattern matches.
        let path: Int
        /// The distance between the methods; 0 if the endpoint matches the method.
        let method: Int
        /// The message for a condition that does not hold; nil if it holds.
        let condition: String?
        /// The total distance, which is smaller for a nearer endpoint.
        var total: Int { path + method + (condition == nil ? 0 : 1) }

        /// Whether the endpoint is nearer than another, or precedes it at the same distance.
        func precedes(_ other: Difference) -> Bool {
            total == other.total ? endpoint < other.endpoint : total < other.total
        }
    }

    /// Returns the differences of an endpoint from a request.
    ///
    /// - Parameter context: the input of conditions; it is required if the endpoint has one.
    func difference(
        of index: Int,
        path: Int,
        from head: RequestHead,
        in bytes: Span<UInt8>,
        _ context: Scenario.Condition.MatchContext?,
    ) -> Difference {
        var condition: String?
        if summaries[index].hasCondition, var context, let when = endpoints[index].when {
            context.segments = endpoints[index].segments
            condition = when.failureText(from: head, in: bytes, context)
        }
        let method = methodDistance(of: index, from: head, in: bytes)
        return Difference(endpoint: index, path: path, method: method, condition: condition)
    }

    /// Returns the distance between the methods of an endpoint and a request; 0 if the endpoint matches the method.
    @inline(__always)
    private func methodDistance(of index: Int, from head: RequestHead, in bytes: Span<UInt8>) -> Int {
        let matches = summaries[index].matches(head.methodCode)
        return matches ?? endpoints[index].matchesMethod(of: head, in: bytes) ? 0 : 3
    }

    /// Adds an endpoint to a report, with messages that say why it does not match a request.
    ///
    /// - Parameter pathText: the description of the request's path, if the paths differ.
    func add(
        _ difference: Difference,
        of head: RequestHead,
        in bytes: Span<UInt8>,
        to report: NearMissReport,
        pathText: [UInt8],
    ) {
        report.begin(difference.endpoint, distance: difference.total)
        if difference.path > 0 {
            report.append("path is \"")
            labels.withPath(difference.endpoint, report.append)
            report.append("\", the request has ")
            report.append(pathText)
            report.endDifference()
        }
        if difference.method > 0 {
            report.append("method is ")
            report.append(endpoints[difference.endpoint].method)
            report.append(", the request has ")
            let found = bytes.text(head.method)
            let isShown = HeadPartDisplay.isMethod(found)
            report.append(text: isShown ? found : HeadPartDisplay.length(head.method.count, "not a method"))
            report.endDifference()
        }
        if let condition = difference.condition {
            report.append(text: condition)
            report.endDifference()
        }
    }

    /// Returns the description of the decoded path of a request.
    func pathText(_ head: RequestHead, _ bytes: Span<UInt8>) -> [UInt8] {
        let path = PercentEncoding.decoded(bytes.bytes(head.path))
        let mayHoldSecret = path.contains { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "@") || $0 >= 0x80 }
        guard mayHoldSecret else { return [UInt8(ascii: "\"")] + path + [UInt8(ascii: "\"")] }
        return Array(Self.description(ofPath: String(decoding: path, as: UTF8.self)).utf8)
    }

    /// Returns a description of the decoded path of a request.
    ///
    /// A part that contains a secret is not shown, because reports are stored in logs and files.
    private static func description(ofPath path: String) -> String {
        guard Redaction.containsSecret(target: path) else { return "\"\(path)\"" }
        let start = String(path.prefix { !"?#;".contains($0) })
        return Redaction.containsSecret(target: start) ? "a redacted path" : "\"\(start)\" and a redacted part"
    }
}
