extension ObservedRequest {
    /// What templates ask of the request.
    ///
    /// - Parameter segments: the pattern of the path that has placeholders.
    package func templateRequest(_ segments: [Scenario.PathPattern.Segment]) -> Template.Request {
        var request = Template.Request()
        request.method = method
        request.url = target
        request.pathText = path
        request.path = { self.capture($0, of: segments).map(Self.text) }
        request.query = { name in Self.first(name, in: self.query) }
        request.header = { self.header($0).first.map(Self.text) }
        request.cookie = { self.cookie($0).first.map(Self.text) }
        request.form = { name in self.body.flatMap { Self.first(name, in: $0.form) } }
        request.body = body?.bytes ?? []
        return request
    }

    private static func first(_ name: String, in items: [Scenario.Condition.QueryItem]) -> String? {
        let name = Array(name.utf8)
        return items.first { $0.name == name }.map { text($0.value) }
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
