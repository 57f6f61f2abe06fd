extension Talk {
    static let caching = [
        Talk(
            "caching/not-modified",
            [
                Step("GET /settings", #"200 ["settings-1"] {"version":1}"#, showing: "ETag"),
                Step(
                    "GET /settings\nIf-None-Match: \"settings-1\"",
                    #"304 ["settings-1"] [no-cache] [] "#,
                    showing: "ETag",
                    "Cache-Control",
                    "Content-Length"
                ),
                Step("PUT /settings\n\n{}", "204 "),
                Step(
                    "GET /settings\nIf-None-Match: \"settings-1\"",
                    #"200 ["settings-2"] {"version":2}"#,
                    showing: "ETag"
                ),
                Step("GET /terms", "200 [max-age=60] Be kind.", showing: "Cache-Control"),
                Step("GET /terms\nIf-Modified-Since: Mon, 05 Jan 2026 08:00:00 GMT", "304 "),
                Step("GET /terms\nIf-Modified-Since: Sun, 04 Jan 2026 08:00:00 GMT", "200 Be kind."),
            ]
        ),
        Talk(
            "caching/resumed-download",
            [
                Step(photo, "200 [33654] [bytes] (16827 bytes)", showing: "Content-Length", "Accept-Ranges").then(
                    .closed
                ),
                Step(
                    photo + "\nRange: bytes=16827-\nIf-Range: \"photo-11-a41c\"",
                    "206 [bytes 16827-33653/33654] (16827 bytes)",
                    showing: "Content-Range"
                ),
                Step(photo + "\nRange: bytes=16827-\nIf-Range: \"photo-11-old\"", "200 (33654 bytes)"),
                Step(photo, "200 (33654 bytes)"),
                Step(photo + "\nRange: bytes=33654-", "416 [bytes */33654] {…", showing: "Content-Range"),
            ],
            faults: ["close at body 50%"]
        ),
    ]

    static let photo = "GET /products/11/photo"
}
