extension Talk {
    private static let list = "GET /items"
    private static let second = "DELETE /items/itm-02"
    private static let harbour = "GET /data/harbour"
    private static let airport = "GET /data/airport"
    private static let comment = "POST /submissions\n\n{}"

    /// Scenarios without errors for the app of feature modules.
    static let features = [
        Talk(
            "apps/features/happy-path",
            [
                Step(list, #"200 [{"id":"itm-01",…},{"id":"itm-02",…},{…},{…}]"#), Step(second, "204 "),
                Step(list, #"200 [{"id":"itm-01",…},{"id":"itm-03",…},{"id":"itm-04",…}]"#), Step(second, "404 …"),
                Step(harbour, #"200 {"id":"harbour",…"#), Step(airport, #"200 {"id":"airport",…"#),
                Step("GET /data/moon", #"404 {"type":"urn:features:problem:not-found",…"#),
                Step(comment, #"200 {"success":true,…"#), Step("GET /config", "200 {…"),
            ]
        ),
        Talk("apps/features/empty", [Step(list, "200 []"), Step(harbour, "200 {…")]),
        Talk(
            "apps/features/late-answer",
            [
                Step(harbour, "").then(.silent), Step(airport, #"200 {"id":"airport",…"#, on: 1), .passing("harbour"),
                .held(#"200 {"id":"harbour",…"#),
            ]
        ),
    ]

    /// Scenarios with errors for the app of feature modules.
    static let featuresTrouble = [
        Talk(
            "apps/features/item-gone",
            [Step(second, #"404 {…"detail":"The item was deleted…"#), Step("DELETE /items/itm-03", "204 ")]
        ),
        Talk("apps/features/refused", [Step(comment, #"200 {"success":false,"message":"You have sent…"}"#)]),
        Talk(
            "apps/features/server-error",
            [list, second, harbour, comment].map { Step($0, "500 [req-3011] {…", showing: "X-Request-ID") }
        ),
        Talk(
            "apps/features/outage",
            [list, second, comment].flatMap { request in
                [Step(request, "503 [1] {…", showing: "Retry-After"), Step(request, "20…")]
            } + [Step(list, "200 [{…")]
        ),
        Talk(
            "apps/features/lost-reply",
            [
                Step(second, "").then(.reset), Step(second, "404 {…"), Step(comment, "", on: 1).then(.reset),
                Step(comment, #"200 {"success":false,…"#, on: 1),
            ],
            faults: ["reset at beforeHead", "reset at beforeHead"]
        ),
        Talk(
            "apps/features/malformed",
            [
                Step(list, #"200 [{…,{"id":"itm-03","title":"Saved routes"},{…}]"#),
                Step(harbour, #"200 {…"updated_at":"this morning"}"#), Step(comment, #"200 {"message":"Thank you."}"#),
            ]
        ),
        Talk(
            "apps/features/stall",
            [list, harbour, comment].enumerated().map { Step($1, "", on: $0).then(.silent) },
            faults: ["stall at beforeHead", "stall at beforeHead", "stall at beforeHead"]
        ),
    ]
}
