extension Talk {
    private static let token = "\nAuthorization: Bearer a"

    private static func list(_ token: String, _ answer: String) -> Step {
        Step("GET /api/v1/reservations\nAuthorization: Bearer \(token)", answer)
    }

    private static func refresh(_ token: String, _ answer: String) -> Step {
        Step("POST /auth/refresh\nContent-Type: application/json\n\n{\"refresh_token\":\"\(token)\"}", answer)
    }

    static let auth = [
        Talk(
            "auth/three-uses",
            [
                Step("GET /api/v1/reservations", "401 [Bearer…] {…", showing: "WWW-Authenticate"),
                list("access-1", "401 …"),
                Step("POST /auth/login\n\n{}", #"200 {"access_token":"access-1","refresh_token":"refresh-1"…"#),
                list("access-1", "200 [{…"), list("access-1", "200 [{…"), list("access-1", "200 [{…"),
                list("access-1", #"401 {…"title":"Token expired"…"#), list("access-2", "401 …"),
                refresh("refresh-9", #"400 {…"invalid_grant"…"#),
                refresh("refresh-1", #"200 {"access_token":"access-2","refresh_token":"refresh-2"…"#),
                list("access-2", "200 [{…"), list("access-1", "401 …"),
                // A second use of a rotated token revokes all tokens of the login.
                refresh("refresh-1", #"400 {…"invalid_grant"…"#), list("access-2", "401 …"),
                refresh("refresh-2", "400 …"),
            ]
        ),
        Talk(
            "auth/forbidden",
            [
                Step("GET /me", #"401 [Bearer] {…"title":"Who are you?"…"#, showing: "WWW-Authenticate"),
                Step("GET /me\nAuthorization: Basic YTpi", "401 …"),
                Step("GET /me" + token, #"200 {"id":"7","roles":["reader"]}"#),
                Step("DELETE /invoices/1" + token, #"403 [] {…"needs":"accounting"…"#, showing: "WWW-Authenticate"),
                Step("GET /invoices/1", "401 …"),
            ]
        ),
        Talk(
            "auth/session-ends",
            [
                Step("POST /auth/login\n\n{}", #"200 {"access_token":"access-1",…"#),
                Step(
                    "GET /api/v1/reservations\nAuthorization: Bearer access-1",
                    #"401 [Bearer error="invalid_token"] {…"title":"Token expired"…"#,
                    showing: "WWW-Authenticate"
                ),
                Step("POST /auth/refresh\n\n{}", "401 {…"), Step("POST /auth/refresh\n\n{}", "401 {…"),
            ],
            findings: ["post /auth/refresh: count: expected at most 1, saw 2"]
        ),
    ]
}
