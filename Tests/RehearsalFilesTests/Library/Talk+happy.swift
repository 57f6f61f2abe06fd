extension Talk {
    static let happy = [
        Talk(
            "happy-path/shop",
            [
                Step("GET /products?page=1&limit=4", #"200 ["p1-7f3a"] {"page":1,…"#, showing: "ETag"),
                Step("GET /products?page=2", #"200 {"page":2,…"#), Step("GET /products?page=3", #"200 {"page":3,…"#),
                Step("GET /products", #"200 {"page":1,…"#),
                Step("GET /products/11", #"200 {"id":"11",…"http://127.0.0.1:…/products/11/photo…"#),
                Step("GET /products/99", "404 {…"), Step("GET /products/search?q=lamp", #"200 {…"total":2,…"#),
                Step("GET /products/search?q=piano", #"200 {…"items":[]}"#),
                Step(photo, "200 [image/png] (33654 bytes)", showing: "Content-Type"),
                Step("GET /users/7/orders", #"200 [{"id":"9001",…"#), Step("GET /orders/9003", #"200 {"id":"9003",…"#),
                Step(
                    "POST /orders\n\n{}",
                    #"201 [http://127.0.0.1:…/orders/9004] {"id":"9004",…"#,
                    showing: "Location"
                ),
                Step("POST /analytics/events\n\n{}", "204 "),
            ]
        ),
        Talk(
            "happy-path/users",
            [
                Step("GET /users", #"200 [W/"users-3"] [{…"batman"…}]"#, showing: "ETag"),
                Step("GET /users/8f14e45f-ceea-467f-a0b1-3f1c2d4e5a61", #"200 {…"batman"…}"#),
                Step(
                    "PATCH /users/7\nContent-Type: application/json\n\n{\"name\":\"Robin \\\"R\\\"\"}",
                    #"200 {"id":"7","name":"Robin \"R\"","updated_at":"20…Z"}"#
                ),
                Step("DELETE /users/7", "204 "), Step("GET /users/7", "404 {…"),
            ]
        ),
        Talk(
            "happy-path/web-page",
            [
                Step(
                    "OPTIONS /users/7\nOrigin: https://app.example\nAccess-Control-Request-Method: PATCH",
                    "204 [https://app.example] [PATCH, DELETE, GET, HEAD] ",
                    showing: "Access-Control-Allow-Origin",
                    "Access-Control-Allow-Methods"
                ),
                Step(
                    "GET /users\nOrigin: https://app.example",
                    "200 [https://app.example] [{…",
                    showing: "Access-Control-Allow-Origin"
                ),
                Step("GET /users", "200 [] [{…", showing: "Access-Control-Allow-Origin"),
            ]
        ),
    ]
}
