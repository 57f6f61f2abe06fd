extension Talk {
    private static let configuration = "GET /config"
    private static let event = "POST /analytics\n\n{}"

    /// Scenarios for the endpoints that every app uses: configuration and analytics.
    static let everyApp = [
        Talk(
            "apps/every-app/happy-path",
            [
                Step(configuration, #"200 ["config-17"] {"minimum_version":"2.4",…"#, showing: "ETag"),
                Step(event, "202 "),
            ]
        ),
        Talk(
            "apps/every-app/config-unavailable",
            over: "apps/parking/happy-path",
            [
                Step(configuration, "503 [1] {…", showing: "Retry-After"),
                Step(configuration, "200 [text/html] <html>…", showing: "Content-Type"),
                Step(configuration, #"200 {"minimum_version": "2.4", "page_size"#),
                Step(configuration, "503 {…"), Step(event, "202 "),
            ]
        ),
        Talk(
            "apps/every-app/config-late",
            over: "apps/parking/happy-path",
            [
                Step(configuration, "").then(.silent), Step(event, "202 ", on: 1), .passing("config"),
                .held(#"200 {"minimum_version":"2.4",…"#), Step(configuration, "200 {…"),
            ]
        ),
        Talk(
            "apps/every-app/config-newer",
            over: "apps/users/happy-path",
            [
                Step(configuration, #"200 {"minimum_version":"3.0","features":{"hover_mode":true},…}"#),
                Step("GET /users", "200 [{…"),
            ]
        ),
        Talk(
            "apps/every-app/analytics-unavailable",
            over: "apps/features/happy-path",
            [
                Step(event, "503 [120] {…", showing: "Retry-After"), Step(event, "503 {…"),
                Step(configuration, "200 {…"),
            ]
        ),
        Talk(
            "apps/every-app/analytics-late",
            over: "apps/parking/happy-path",
            [
                Step(event, "").then(.silent), Step(configuration, "200 {…", on: 1), .passing("analytics"),
                .held("202 "), Step(event, "202 "),
            ]
        ),
    ]
}
