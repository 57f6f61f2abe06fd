extension Talk {
    private static func transfer(_ key: String, _ amount: Int, _ answer: String) -> Step {
        let fields = "Idempotency-Key: \(key)\nContent-Type: application/json"
        return Step("POST /transfers\n\(fields)\n\n{\"amount\":\(amount)}", answer)
    }

    static let connections = [
        Talk(
            "connection/applied-but-lost",
            [
                Step("GET /users/7/orders", "200 []"), Step("POST /orders\n\n{}", "").then(.reset),
                Step("GET /users/7/orders", #"200 [{"id":"9004","status":"pending","totalAmount":29.90}]"#),
                Step("POST /orders\n\n{}", #"409 {…"order":"9004"…"#), Step("POST /orders\n\n{}", "409 …"),
                Step("GET /users/7/orders", #"200 [{"id":"9004",…}]"#),
            ],
            faults: ["reset at beforeHead"]
        ),
        Talk(
            "connection/captive-portal",
            over: "happy-path/users",
            [
                Step(
                    "GET /users?page=2",
                    "302 [http://127.0.0.1:…/portal?from=%2Fusers%3Fpage%3D2] [no-store] ",
                    showing: "Location",
                    "Cache-Control"
                ),
                Step("DELETE /users/1", "302 …"), Step("GET /nowhere", "302 …"),
                Step("GET /portal?from=%2Fusers", "200 [text/html; charset=utf-8] <html>…", showing: "Content-Type"),
                Step("POST /portal\n\n{}", "204 "), Step("GET /users", #"200 [{"id":…"#),
                Step("DELETE /users/1", "204 "),
            ]
        ),
        Talk(
            "connection/comes-back",
            [
                .waiting(.reset), .waiting(on: 1, .reset), .waiting(on: 2, .refused), .passing("1.0 seconds"),
                Step("GET /items", #"200 [{"id":1}]"#, on: 3),
            ]
        ),
        Talk(
            "connection/empty-response",
            [Step("GET /anything", "").then(.closed), Step("POST /anything\n\n{}", "").then(.closed)],
            faults: ["close at beforeHead", "close at beforeHead"]
        ),
        Talk(
            "connection/lost-on-reuse",
            [
                Step("GET /items", #"200 [{"id":1}]"#), Step("GET /items", "").then(.reset),
                Step("GET /items", #"200 [{"id":1}]"#, on: 1), Step("GET /items", #"200 [{"id":1}]"#, on: 1),
                Step("GET /settings", "200 {}", on: 1), .waiting(on: 1, .closed),
            ],
            faults: [
                "reset at idle, on the next request", "reset at idle, on the next request", "close at idle, after … ms",
            ]
        ),
        Talk(
            "connection/offline-ten-seconds",
            [
                Step("GET /users", "200 [{…"), .waiting(on: 1, .refused), .waiting(on: 2, .refused),
                // An open connection stays open.
                Step("GET /users", "200 [{…"), .passing("10.0 seconds"), Step("GET /users", "200 [{…", on: 3),
            ]
        ),
        Talk(
            "connection/reset-before-head",
            [
                Step("GET /items", "").then(.reset), Step("GET /items", #"200 [{"id":1}]"#),
                Step("POST /items\n\n{}", "").then(.reset), Step("POST /items\n\n{}", "409 …"),
            ],
            faults: ["reset at beforeHead", "reset at beforeHead"]
        ),
        Talk(
            "connection/saved-reply",
            [
                transfer("k1", 5, "").then(.reset), transfer("k1", 5, #"201 {"id":"1","amount":5}"#),
                transfer("k1", 5, #"201 {"id":"1","amount":5}"#), transfer("k1", 500, "422 …"),
                transfer("k2", 7, #"201 {"id":"2","amount":7}"#), Step("POST /transfers\n\n{}", "400 …"),
            ],
            faults: ["reset at beforeHead"]
        ),
        Talk(
            "connection/upload-refused",
            [
                Step("POST /photos\n\n0123456789", "").then(.reset),
                Step("POST /photos\n\n0123456789", #"201 {"id":1}"#),
                Step("POST /videos\nExpect: 100-continue\n\n0123456789", #"413 {…"too large"…"#).then(.closed),
            ],
            faults: ["reset at requestBody 50%", "close at end"]
        ),
        Talk(
            "connection/upload-stalls",
            [
                Step("POST /photos\n\n0123456789", "").then(.silent),
                Step("POST /photos\n\n0123456789", #"201 [/photos/1] {"id":1}"#, on: 1, showing: "Location"),
                Step("POST /photos\n\n0123456789", #"201 [/photos/2] {"id":2}"#, on: 1, showing: "Location"),
            ],
            faults: ["stall at requestBody 50%"]
        ),
    ]
}
