extension Talk {
    static let limits = [
        Talk(
            "rate-limit/five-a-second",
            (0..<2).flatMap { _ in
                (0..<5).map { _ in Step("GET /search", #"200 {"hits":[]}"#) }
                    + [Step("GET /search", "429 [1] {…", showing: "Retry-After")]
            }
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
