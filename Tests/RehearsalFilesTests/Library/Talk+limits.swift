extension Talk {
    static let limits = [
        Talk(
            "rate-limit/five-a-second",
            (0..<5).map { number in
                Step(
                    "GET /search?q=\(number)",
                    #"200 ["default";q=5;…] ["default";r=\#(4 - number);…] {"hits":[]}"#,
                    showing: "RateLimit-Policy",
                    "RateLimit"
                )
            } + [
                Step("GET /search", #"429 [3…] {…"title":"Too many searches"…"#, showing: "Retry-After"),
                Step("GET /search", "429 …"),
            ]
        ),
        Talk(
            "rate-limit/retry-after-date",
            [
                Step("GET /search", "429 […, … 20… GMT] {…", showing: "Retry-After"),
                Step("GET /search", #"200 [] {"hits":[]}"#, showing: "Retry-After"),
            ]
        ),
    ]
}
