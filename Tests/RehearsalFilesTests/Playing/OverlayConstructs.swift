import Rehearsal

extension Construct {
    private static let well = Scenario.Endpoint.get("/well/{id}", replies: [.init(body: .text("well"))])
    private static let wellDocument = #"{ "get": "/well/{id}", "replies": [{ "text": "well" }] },"#

    static let overlays: [Construct] = [
        Construct(
            "a fault of an overlay for the first two requests",
            """
            "endpoints": [
              { "any": "/**", "fault": { "effect": "close", "at": "beforeHead", "first": 2 } },
              \(wellDocument)
            ]
            """,
            [
                .overlay(.any, "/**", .init(fault: Fault(.close, at: .beforeHead, on: .first(2)))), well,
            ],
            [
                Step("GET /well/1", "nothing"), Step("GET /well/2", "nothing"), Step("GET /well/1", "200 well"),
                Step("GET /other", "501…"),
            ]
        ),
        Construct(
            "two faults that would end a reply, of which the upper layer's takes effect",
            """
            "endpoints": [
              { "any": "/**", "priority": 2, "fault": { "effect": "close", "at": { "body": 2 }, "skip": 1 } },
              { "any": "/**", "priority": 3, "fault": { "effect": "close", "at": "beforeHead", "skip": 2 } },
              \(wellDocument)
            ]
            """,
            [
                .overlay(
                    .any,
                    "/**",
                    priority: 2,
                    .init(fault: Fault(.close, at: .body(.bytes(2)), on: .init(skip: 1)))
                ),
                .overlay(.any, "/**", priority: 3, .init(fault: Fault(.close, at: .beforeHead, on: .init(skip: 2)))),
                well,
            ],
            [Step("GET /well/1", "200 well"), Step("GET /well/1", "nothing"), Step("GET /well/1", "nothing")]
        ),
        Construct(
            "an endpoint for all paths in an upper layer, over a specific one",
            """
            "endpoints": [
              { "any": "/**", "priority": 1, "when": { "headers": { "X": "1" } }, "replies": [{ "status": 302 }] },
              \(wellDocument)
            ]
            """,
            [
                Scenario.Endpoint(
                    .any,
                    "/**",
                    when: .init(headers: [.init("X", .equals("1"))]),
                    replies: [.init(302)],
                    priority: 1
                ),
                well,
            ],
            [Step("GET /well/1\nX: 1", "302 "), Step("GET /well/1", "200 well")]
        ),
    ]
}
