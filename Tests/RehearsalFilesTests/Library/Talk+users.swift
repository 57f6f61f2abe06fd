extension Talk {
    private static let list = "GET /users"
    private static let batman = "GET /users/8f14e45f-ceea-467f-a0b1-3f1c2d4e5a61"
    private static let someone = "GET /users/00000000-0000-4000-8000-000000000001"

    /// Scenarios for the app that shows users.
    static let users = [
        Talk(
            "apps/users/happy-path",
            [
                Step(list, #"200 [application/json] [{"id":"8f14e45f-…]"#, showing: "Content-Type"),
                Step(batman, #"200 {…"user_name":"batman"…"#),
                Step("GET /users/45c48cce-2e2d-4fb1-9a3c-7b8e9f0a1b2c", #"200 {…"user_name":"oracle"…"#),
                Step("GET /users/d3d94468-02a4-4259-b55d-38e6d163e820", #"200 {…"profileImage":null…"#),
                Step(someone, "404 [application/problem+json] {…", showing: "Content-Type"),
                Step("GET /config", "200 {…"), Step("POST /analytics\n\n{}", "202 "),
            ]
        ),
        Talk("apps/users/empty", [Step(list, "200 []"), Step(batman, "200 {…")]),
        Talk("apps/users/user-missing", [Step(list, "200 [{…"), Step(batman, "404 {…"), Step(someone, "404 {…")]),
        Talk(
            "apps/users/server-error",
            [
                Step(list, "500 [req-2008] {…", showing: "X-Request-ID"),
                Step(batman, "500 [req-2008] {…", showing: "X-Request-ID"),
            ]
        ),
        Talk("apps/users/not-http", [Step(list, "200 []").then(.closed)]),
        Talk(
            "apps/users/malformed",
            [
                Step(list, #"200 [{…"email":"bruce@wayne.example"…"name":"Barbara Gordon","profileImage"…]"#),
                Step(batman, #"200 {"id":"7",…}"#),
            ]
        ),
        Talk("apps/users/newer-backend", [Step(list, #"200 [{"id":"8F14E45F-…"pronouns":null…}]"#)]),
        Talk(
            "apps/users/outage",
            [
                Step(list, "503 [1] {…", showing: "Retry-After"), Step(list, "503 {…"), Step(list, "200 [{…"),
                Step(list, "200 [{…"),
            ]
        ),
        Talk("apps/users/stall", [Step(list, "").then(.silent)], faults: ["stall at beforeHead"]),
    ]
}
