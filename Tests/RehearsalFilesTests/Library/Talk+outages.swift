extension Talk {
    static let outages = [
        Talk(
            "outage/503-503-200",
            [
                Step("GET /api/v1/reservations", #"503 [1] {…"title":"maintenance"…"#, showing: "Retry-After"),
                Step("GET /api/v1/reservations", "503 [1] {…", showing: "Retry-After"),
                Step("GET /api/v1/reservations", #"200 [{"id":42,…"#),
            ],
            // This client retries earlier than the scenario expects.
            findings: [
                "get /api/v1/reservations: gaps: expected at least … before attempt 2, saw …",
                "get /api/v1/reservations: gaps: expected at least … before attempt 3, saw …",
            ]
        ),
        Talk(
            "outage/gateway-html",
            [
                Step("GET /products?page=1", "502 [text/html] <html>…", showing: "Content-Type"),
                Step("GET /products?page=1", "504 [text/html] <html>…", showing: "Content-Type"),
                Step("GET /products?page=1", "200 [application/json] {…", showing: "Content-Type"),
                Step("GET /products/11", "200 {…"),
            ]
        ),
        Talk(
            "outage/maintenance",
            over: "happy-path/users",
            [
                Step("GET /users", "503 [30] [no-store] {…", showing: "Retry-After", "Cache-Control"),
                Step("DELETE /users/7", "503 …"), Step("GET /nowhere", "503 …"),
                Step("POST /maintenance/end\n\n{}", "204 "), Step("GET /users", "200 [{…"),
                Step("DELETE /users/7", "204 "),
            ]
        ),
        Talk(
            "outage/one-endpoint-down",
            [
                Step("GET /products", "200 {…"), Step("POST /orders\n\n{}", #"500 {…"trace":"b7e2"…"#),
                Step("GET /users/7/orders", "200 [{…"), Step("POST /orders\n\n{}", "500 …"),
            ],
            findings: ["post /orders: count: expected at most 1, saw 2"]
        ),
    ]
}
