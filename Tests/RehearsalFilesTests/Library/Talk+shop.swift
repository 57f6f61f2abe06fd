extension Talk {
    private static let user = "GET /users/7"
    private static let leave = "DELETE /users/7"
    private static let join = "POST /users\n\n{\"name\":\"Kim \\\"K\\\" Park\",\"email\":\"kim@shop.example\"}"
    private static let order = "POST /orders\n\n{\"userId\":\"12\"}"
    private static let lamps = "GET /products/search?q=lamp"
    private static let noUser = #"404 {…"No such user"…"#

    /// Scenarios without errors for the shop app.
    static let shop = [
        Talk("apps/shop/happy-path", joining + changing + ordering),
        Talk(
            "apps/shop/empty",
            [
                Step("GET /users?page=1&limit=20", #"200 {…"total":0,"items":[]}"#),
                Step("GET /products?page=1&limit=20", #"200 {…"total":0,"items":[]}"#),
                Step(lamps, #"200 {…"items":[]}"#), Step("GET /users/7/orders?page=1&limit=20", "200 []"),
                Step(user, #"200 {"id":"7",…"#),
            ]
        ),
        Talk(
            "apps/shop/newer-backend",
            [
                Step(
                    "GET /users/7/orders",
                    #"200 [{"id":"9101",…"totalAmount":"0.30","status":"awaiting_pickup",…},{…"totalAmount":349.50,…}]"#
                ),
                Step("GET /products/11", #"200 {…"price":"29.90",…"images":[],…}"#),
            ]
        ),
        Talk(
            "apps/shop/shifting-pages",
            [
                Step("GET /products?page=1&limit=4", #"200 {…"total":9,…{"id":"14",…}]}"#),
                Step("GET /products?page=2&limit=4", #"200 {…"total":10,"items":[{"id":"14",…},{"id":"16",…}]}"#),
                Step("GET /products?page=3&limit=4", #"200 {…[{"id":"19",…}]}"#),
            ]
        ),
        Talk(
            "apps/shop/late-answer",
            [
                Step("GET /products/search?q=la", "", on: 1).then(.silent), Step(lamps, #"200 {…"total":2,…"#),
                Step(user, "200 {…"),
            ]
        ),
    ]

    private static let joining = [
        Step("GET /users?page=1&limit=3", #"200 {"page":1,"limit":3,"total":5,"items":[{"id":"7",…}]}"#),
        Step("GET /users?page=2&limit=3", #"200 {"page":2,"limit":3,"total":5,"items":[{"id":"10",…}]}"#),
        Step("GET /users/12", noUser),
        Step(
            join,
            #"201 [http://127.0.0.1:…/users/12] {"id":"12","name":"Kim \"K\" Park","email":"kim@shop.example",…}"#,
            showing: "Location"
        ),
        Step("GET /users/12", #"200 {"id":"12","name":"Kim \"K\" Park","email":"kim@shop.example",…}"#),
    ]

    private static let changing = [
        Step(user, #"200 {"id":"7","name":"Robin Doe",…}"#),
        Step("PATCH /users/7\n\n{}", #"200 {"id":"7","name":"Robin A. Doe",…}"#),
        Step(user, #"200 {"id":"7","name":"Robin A. Doe",…}"#), Step(leave, "204 "), Step(user, noUser),
        Step(leave, noUser), Step("PATCH /users/7\n\n{}", noUser), Step("GET /users/99", noUser),
    ]

    private static let ordering = [
        Step("GET /products?category=lighting&page=1", #"200 {…"total":2,…[{"id":"11",…},{"id":"12",…}]}"#),
        Step("GET /products?page=1", #"200 {…"total":9,…}"#),
        Step("GET /users/7/orders?page=1&limit=2", #"200 [3] [{"id":"9001",…}]"#, showing: "X-Total-Count"),
        Step("GET /users/7/orders?page=2&limit=2", #"200 [{"id":"9003",…}]"#),
        Step("GET /users/7/orders?page=1&limit=20", #"200 [{"id":"9001",…},{"id":"9003",…}]"#),
        Step("GET /orders/9004", #"404 {…"No such order"…"#), Step(order, #"201 {"id":"9004","userId":"12",…}"#),
        Step("GET /orders/9004", #"200 {"id":"9004","userId":"12",…}"#),
        Step("GET /orders/9003", #"200 {…"status":"paid",…}"#),
        Step("PATCH /orders/9003\n\n{}", #"200 {…"status":"cancelled",…}"#),
        Step("GET /orders/9003", #"200 {…"status":"cancelled",…}"#),
        Step("PATCH /orders/9001\n\n{}", #"409 {…"Status refused"…"#), Step("GET /config", "200 {…"),
    ]

    /// Scenarios with errors for the shop app.
    static let shopTrouble = [
        Talk(
            "apps/shop/gone",
            [Step(user, #"200 {"id":"7",…"#), Step(user, noUser), Step(user, "").then(.reset)],
            faults: ["reset at beforeHead"]
        ),
        Talk(
            "apps/shop/email-taken",
            [
                Step(join, #"409 {…"title":"E-mail address taken"…"#), Step("PATCH /users/7\n\n{}", "409 {…"),
                Step(user, "200 {…"),
            ]
        ),
        Talk(
            "apps/shop/out-of-stock",
            [Step(join, "201 {…"), Step(order, #"409 {…"detail":"Wool rug: none left."}"#)]
        ),
        Talk(
            "apps/shop/outage",
            [user, "GET /products?page=1", order].flatMap { request in
                let refused = Step(request, "503 [1] {…", showing: "Retry-After")
                return [refused, refused, Step(request, "20…"), Step(request, "20…")]
            }
        ),
        Talk("apps/shop/outage-for-ever", [user, order, user, order].map { Step($0, #"503 {…"Maintenance"…"#) }),
        Talk(
            "apps/shop/connection-lost",
            [user, order, lamps].map { Step($0, "").then(.reset) },
            faults: Array(repeating: "reset at beforeHead", count: 3)
        ),
        Talk(
            "apps/shop/lost-reply",
            [
                Step(order, "").then(.reset), Step(order, "409 {…"), Step(leave, "").then(.reset), Step(leave, noUser),
            ],
            faults: ["reset at beforeHead", "reset at beforeHead"]
        ),
        Talk(
            "apps/shop/malformed",
            [
                Step(user, #"200 {…"updatedAt":"yesterday"}"#),
                Step("GET /products?page=1", #"200 {…{"id":"12",…"price":"a lot",…}]}"#),
                Step("GET /orders/9003", #"200 [application/json] {"id": "9003", "userId""#, showing: "Content-Type"),
            ]
        ),
        Talk(
            "apps/shop/stall",
            [Step("GET /products", "").then(.silent), Step(order, "", on: 1).then(.silent)],
            faults: ["stall at beforeHead", "stall at beforeHead"]
        ),
    ]
}
