extension Talk {
    private static let chunked = "Transfer-Encoding"
    private static let declared = "Content-Length"

    static let bodies = [
        Talk(
            "broken-bodies/bad-chunk",
            [
                Step(
                    "GET /bad-size",
                    "200 [chunked] 5\r\nhello\r\nZZ\r\nworld\r\n0\r\n\r\n",
                    showing: chunked
                ).then(.closed),
                Step("GET /no-end", "200 [chunked] 5\r\nhello\r\n", showing: chunked)
                    .then(.closed).after(.milliseconds(50)),
                Step("GET /garbage-chunk", "200 [chunked] …", showing: chunked).then(.closed),
            ],
            faults: ["replaceBytes at head …, close at afterHead"]
        ),
        Talk(
            "broken-bodies/empty-bodies",
            [
                Step("GET /profile", "200 [application/json] [0] ", showing: "Content-Type", declared),
                Step("GET /settings", "200 null"), Step("GET /count", "200 3"),
                Step("GET /items", #"200 {"items":[]}"#),
                Step("POST /submissions\n\n{}", #"200 {"success":false,…"#),
            ]
        ),
        Talk(
            "broken-bodies/garbage",
            [
                Step("GET /no-http", "…").then(.closed), Step("GET /flipped", "200 …", on: 1),
                Step("GET /captive", "200 [application/json] <html>…", on: 1, showing: "Content-Type"),
                // The bytes are not valid UTF-8.
                Step("GET /no-utf8", "200 (11 bytes)", on: 1),
            ],
            faults: ["replaceBytes at head …, close at afterHead", "corrupt 2 at body 0", "replaceBytes at body 10"]
        ),
        Talk(
            "broken-bodies/half-a-body",
            [
                Step("GET /items", #"200 [19] [{"id":1}"#, showing: declared).then(.closed),
                Step("GET /tags", "200 [20] []", showing: declared).then(.reset),
            ],
            faults: ["close at body 50%", "reset at body 2"]
        ),
        Talk(
            "broken-bodies/unknown-enum",
            [
                Step(
                    "GET /users/7/orders",
                    #"200 [{"id":"9001",…"status":"delivered",…"status":"awaiting_pickup",…"status":"paid",…}]"#
                ),
                Step("GET /products/11", #"200 {"id":"11",…"#),
            ]
        ),
        Talk(
            "broken-bodies/wrong-length",
            [
                Step("GET /too-long", #"200 [1000] {"id":1}"#, showing: declared).then(.closed),
                Step("GET /too-short", #"200 [3] {"id":1}"#, on: 1, showing: declared).then(.silent),
                Step(
                    "GET /more",
                    "200 [8] {\"id\":1}HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
                    on: 2,
                    showing: declared
                ).then(.silent),
            ],
            faults: ["wrongLength 1000 at head …, close at end", "wrongLength 3 at head …", "extraBytes 38 at end"]
        ),
    ]
}
