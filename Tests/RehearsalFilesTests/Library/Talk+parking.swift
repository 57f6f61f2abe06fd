extension Talk {
    private static let list = "GET /api/v1/reservations"
    private static let signedIn = "\nAuthorization: Bearer access-1"
    private static let fresh = "\nAuthorization: Bearer access-2"
    private static let make = "POST /api/v1/reservations"
    private static let back = "DELETE /api/v1/reservations/42"
    private static let expired = #"401 {"type":"urn:parking:problem:token-expired"…"#

    /// Scenarios without errors for the parking app.
    static let parking = [
        Talk(
            "apps/parking/happy-path",
            [
                Step(list, #"401 [Bearer error="invalid_token"] {…"#, showing: "WWW-Authenticate"),
                Step("POST /auth/login\n\n{}", #"200 {"access_token":"access-1","refresh_token":"refresh-1"…"#),
                Step(list + signedIn, #"200 [application/json] [{"id":41,…}]"#, showing: "Content-Type"),
                Step("GET /api/v1/parking_spots" + signedIn, #"200 [{"id":3,"name":"B-03",…}]"#),
                Step(
                    make + signedIn + "\n\n{}",
                    #"201 [http://127.0.0.1:…/api/v1/reservations/44] {"id":44,…"#,
                    showing: "Location"
                ),
                Step(back + signedIn, "204 "), Step("DELETE /api/v1/reservations/first" + signedIn, "401 …"),
                Step("POST /auth/refresh\n\n{}", #"200 {"access_token":"access-2"…"#),
            ]
        ),
        Talk("apps/parking/empty", [Step(list, "200 []"), Step("GET /api/v1/parking_spots" + signedIn, "200 [{…")]),
        Talk(
            "apps/parking/newer-backend",
            [Step(list, #"200 [{"id":51,…"status":"waitlisted","starts_at":"2026-03-02T18:00:00.250Z"…}]"#)]
        ),
        Talk("apps/parking/today", day),
        Talk("demo", demonstration, faults: ["reset at beforeHead"]),
    ]

    /// Scenarios with errors for the parking app.
    static let parkingTrouble = [
        Talk(
            "apps/parking/token-expiry",
            [
                Step(list + signedIn, expired), Step("POST /auth/refresh\n\n{}", #"200 {"access_token":"access-2"…"#),
                Step(list + fresh, "200 [{…"), Step(list + signedIn, expired),
            ]
        ),
        Talk(
            "apps/parking/session-expired",
            [
                Step(list + signedIn, expired),
                Step("POST /auth/refresh\n\n{}", #"401 {"type":"urn:parking:problem:refresh-token-reused"…"#),
            ]
        ),
        Talk(
            "apps/parking/always-unauthorized",
            [
                Step(list + signedIn, expired), Step("POST /auth/refresh\n\n{}", "200 {…"), Step(list + fresh, expired),
            ]
        ),
        Talk("apps/parking/outage", [list, make + "\n\n{}"].flatMap(recovering)),
        Talk(
            "apps/parking/outage-for-ever",
            (0..<4).map { _ in Step(list + signedIn, "503 {…") } + [Step("POST /auth/login\n\n{}", "200 {…")]
        ),
        Talk(
            "apps/parking/lost-reply",
            [list, make + "\n\n{}", back].enumerated().flatMap { number, request in
                [
                    Step(request, "", on: number).then(.reset),
                    Step(request, ["200 [{…", "409 {…", "404 {…"][number], on: number),
                ]
            },
            faults: ["reset at beforeHead", "reset at beforeHead", "reset at beforeHead"]
        ),
        Talk(
            "apps/parking/truncated",
            [Step(list, #"200 [1270] [{"id":41,…"#, showing: "Content-Length").then(.reset)],
            faults: ["reset at body 50%"]
        ),
        Talk(
            "apps/parking/stall",
            [Step(list, "").then(.silent), Step(make + "\n\n{}", "", on: 1).then(.silent)],
            faults: ["stall at beforeHead", "stall at beforeHead"]
        ),
        Talk(
            "apps/parking/malformed",
            [
                Step(list, #"200 [{"id":41,…"starts_at":"tomorrow"…}]"#),
                Step(make + "\n\n{}", #"201 [application/json] {"id": 44, "user_id""#, showing: "Content-Type"),
            ]
        ),
        refusing("invalid-time-range", "422", "invalid-time-range"),
        refusing("payment-failed", "402", "payment-failed"),
        refusing("spot-unavailable", "409", "spot-unavailable"),
    ]

    private static func recovering(_ request: String) -> [Step] {
        let refused = Step(request, "503 [1] {…", showing: "Retry-After")
        return [refused, refused, Step(request, "20…"), Step(request, "20…")]
    }

    private static func refusing(_ file: String, _ status: String, _ problem: String) -> Talk {
        Talk(
            "apps/parking/\(file)",
            [
                Step(
                    make + "\n\n{}",
                    #"\#(status) [application/problem+json] {"type":"urn:parking:problem:\#(problem)",…"#,
                    showing: "Content-Type"
                ),
                Step(list + signedIn, "200 [{…"),
            ]
        )
    }

    private static let day = [
        Step(list, "401 {…"), Step("POST /auth/login\n\n{}", #"200 {"access_token":"access-1"…"#),
        Step(list + signedIn, #"200 [{"id":41,…},{"id":42,…},{"id":38,…},{"id":40,…}]"#),
        Step(
            make + signedIn + "\nContent-Type: application/json\n\n"
                + #"{"starts_at":"2030-01-01T08:00:00Z","ends_at":"2030-01-01T09:00:00Z"}"#,
            #"201 {"id":44,…"2030-01-01T08:00:00Z"…"#
        ),
        Step(list + signedIn, #"200 [{"id":41,…},{"id":42,…},{"id":44,…"2030-01-01T09:00:00Z"…},{"id":38,…"#),
        Step(back + signedIn, "409 {…"), Step("DELETE /api/v1/reservations/44" + signedIn, "204 "),
        Step(list + signedIn, #"200 [{"id":41,…},{"id":42,…},{"id":38,…"#),
        Step("DELETE /api/v1/reservations/44" + signedIn, "404 {…"),
    ]

    private static let demonstration =
        [
            Step(list, #"200 [{"id":41,…"#), Step(list + "/42", #"200 {"id":42,…"#),
            Step(make + "\n\n{}", #"201 [/api/v1/reservations/43] {"id":43,…"#, showing: "Location"),
            Step(back, "204 "), Step("GET /api/v1/parking_spots", #"200 [{"id":"A-12",…"#),
            Step("GET /api/v1/slow", #"200 {"patience":"rewarded"}"#).after(.seconds(2)),
            Step("GET /api/v1/lost", "").then(.reset),
        ] + recovering("GET /api/v1/maintenance")
}
