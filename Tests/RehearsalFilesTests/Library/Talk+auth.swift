extension Talk {
    private static let token = "\nAuthorization: Bearer a"

    static let auth = [
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
