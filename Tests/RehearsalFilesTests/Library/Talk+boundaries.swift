extension Talk {
    private static let account = "GET /users/123"
    private static let products = "GET /products"
    private static let invite = "POST /invitations\n\n{\"email\":\"dick@manor.example\",\"role\":\"viewer\"}"
    private static let invited = #"201 {"id":"inv-77","email":"dick@manor.example","role":"viewer",…}"#

    private static func transfer(_ key: String?, _ answer: String) -> Step {
        let key = key.map { "\nIdempotency-Key: \($0)" } ?? ""
        return Step("POST /transfers\(key)\n\n{\"recipient_email\":\"a@b.example\",\"amount\":0.30}", answer)
    }

    private static func redeem(_ code: String, _ answer: String) -> Step {
        Step("POST /promo-codes/\(code)/redemptions", answer)
    }

    /// Scenarios without errors for the Boundaries app.
    static let boundaries = [
        Talk(
            "apps/boundaries/happy-path",
            [
                Step(account, #"200 {"id":"123","user_name":"batman","created_at":"2024-01-01T10:00:00Z"}"#),
                Step("GET /users/9", #"404 {…"No such user"…"#),
                Step(products, #"200 [{"id":"31",…"price":12.40,…"price":0.30,…"price":1234.56,…}]"#),
                transfer("k1", #"201 {"success":true,…"id":"tr-1",…"amount":0.30,…}"#),
                transfer("k1", #"201 {"success":true,…"id":"tr-1",…}"#), transfer("k2", #"201 {…"id":"tr-2",…}"#),
                transfer(nil, "400 {…"), Step(invite, invited), Step(invite, #"409 {…"Already invited"…"#),
                redeem("WELCOME10", #"201 {"code":"WELCOME10","discount":9.95}"#), redeem("WELCOME10", "409 {…"),
                redeem("SUMMER25", "410 {…"), redeem("NOSUCH", #"404 {…"No such code"…"#),
                Step("GET /config", "200 {…"),
            ]
        ),
        Talk("apps/boundaries/empty", [Step(products, "200 []"), Step(account, "200 {…")]),
        Talk(
            "apps/boundaries/newer-backend",
            [
                Step(account, #"200 {…"created_at":"2024-01-01T11:00:00.125+01:00"}"#),
                Step(products, #"200 {"total":1,…"items":[{…"price":"1234.56",…}]}"#),
            ]
        ),
    ]

    /// Scenarios with errors for the Boundaries app.
    static let boundariesTrouble = [
        Talk(
            "apps/boundaries/transfer-refused",
            [transfer("k1", #"200 {"success":false,"message":"Your daily limit is used up."}"#)]
        ),
        Talk(
            "apps/boundaries/insufficient-funds",
            [transfer("k1", #"402 {…"detail":"25.10 is more than your balance of 3.55."}"#)]
        ),
        Talk("apps/boundaries/unknown-recipient", [transfer("k1", #"404 {…"No such recipient"…"#)]),
        Talk("apps/boundaries/already-invited", [Step(invite, "409 {…"), Step(invite, "409 {…")]),
        Talk(
            "apps/boundaries/lost-reply",
            [
                transfer("k1", "").then(.reset), transfer("k1", #"201 {…"id":"tr-1",…}"#),
                transfer("k1", #"201 {…"id":"tr-1",…}"#), Step(invite, "").then(.reset), Step(invite, "409 {…"),
            ],
            faults: ["reset at beforeHead", "reset at beforeHead"]
        ),
        Talk(
            "apps/boundaries/outstanding",
            [transfer("k1", "409 {…"), transfer("k1", #"201 {…"id":"tr-501",…}"#)]
        ),
        Talk(
            "apps/boundaries/outage",
            [Step(products, ""), transfer("k1", ""), Step(invite, "")].flatMap { step in
                ["503 {…", "503 {…", "20…", "20…"].map { answer in
                    var step = step
                    step.answer = answer
                    return step
                }
            }
        ),
        Talk(
            "apps/boundaries/outage-for-ever",
            [account, products, account].map { Step($0, #"503 [1] {…"Maintenance"…"#, showing: "Retry-After") }
        ),
        Talk(
            "apps/boundaries/connection-lost",
            [Step(account, "").then(.reset), transfer("k1", "").then(.reset)],
            faults: ["reset at beforeHead", "reset at beforeHead"]
        ),
        Talk(
            "apps/boundaries/malformed",
            [
                Step(account, #"200 {…"created_at":"01.01.2024"}"#), Step(products, #"200 [{…"price":"free",…}]"#),
                transfer("k1", #"201 {"success": true, "id""#),
            ]
        ),
    ]
}
