extension Talk {
    static let empty = [
        Talk(
            "empty/gone",
            [
                Step("GET /products", #"200 {…"id":"11"…"#),
                Step("GET /products/11", #"410 [application/problem+json] {…"#, showing: "Content-Type"),
                Step("DELETE /products/11", "404 {…"),
            ]
        ),
        Talk(
            "empty/nothing-yet",
            [
                Step("GET /products?page=2", #"200 {…"total":0,"items":[]}"#),
                Step("GET /products/search?q=lamp", #"200 {…"items":[]}"#),
                Step("GET /users/7/orders", "200 []"), Step("GET /users/7/last-order", "200 null"),
                Step("GET /users/7/cart", "204 [] ", showing: "Content-Length"),
            ]
        ),
    ]
}
