import Testing

@testable import Rehearsal

/// The request and the run state that tests render templates with.
struct TemplatePlay {
    var request = Template.Request()
    var state: [String: JSON] = [
        "state": "booked", "token": "abc", "name": "Zoë \"Z\"", "price": .number(JSON.Number(text: "1.50")), "on": true,
        "none": nil, "item": ["id": 42, "tags": ["a", "b"]],
    ]
    var seed: UInt64 = 7
    /// Sat, 31 Jan 2026 09:05:07.089 UTC
    var now: Int64 = 1_769_850_307_089

    init(body: String = #"{"id":42,"user":{"name":"Zoë","a/b":[1,2.50,null]},"id":43}"#) {
        request.method = "POST"
        request.url = "/users/7?q=caf%C3%A9&filter[name]=x"
        request.pathText = "/users/a%20b"
        request.path = Self.lookup(["id": "7", "n": "007"])
        request.query = Self.lookup(["q": "café", "filter[name]": "x", "empty": "", "yes": "true"])
        request.header = { name in ["accept": "text/html", "x-mixed": "aBc"][name.lowercased()] }
        request.cookie = Self.lookup(["sid": "s-1"])
        request.form = Self.lookup(["user": "ann"])
        request.body = Array(body.utf8)
    }

    private static func lookup(_ values: [String: String]) -> Template.Request.Lookup { { values[$0] } }

    func context() -> Template.Context {
        var context = Template.Context(request, random: RandomSource(seed: seed, endpoint: 1, request: 0))
        context.state = state
        context.count = 3
        context.baseURL = "http://127.0.0.1:8080"
        context.now = now
        return context
    }

    func render(_ text: String) throws -> String {
        var context = context()
        return try Template(text).render(&context)
    }
}
