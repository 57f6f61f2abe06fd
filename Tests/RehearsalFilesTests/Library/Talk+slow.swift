extension Talk {
    static let slow = [
        Talk(
            "slow/dripped-body",
            [
                Step("GET /items", #"200 [{"id":1,"name":"first"},{"id":2,"name":"second"}]"#).after(.seconds(2)),
                Step("GET /slow-head", "200 {}").after(.seconds(1)),
            ],
            faults: ["drip … B/s at body 0", "drip … B/s at head 0"]
        ),
        Talk(
            "slow/events",
            [
                Step(
                    "GET /prices",
                    "200 [text/event-stream] …price…12.5}…price…12.75}…price…12.5}…",
                    showing: "Content-Type"
                ).then(.left).after(.seconds(3)),
                Step("GET /jobs/7", "200 …id: 1\nretry: 2000\ndata: queued…id: 2\n…id: 3\ndata: running\n\n…")
                    .then(.reset).after(.seconds(1)),
            ],
            faults: ["reset at end"]
        ),
        Talk(
            "slow/image-dies-at-half",
            [
                Step(photo, "200 [33654] (16827 bytes)", showing: "Content-Length").then(.reset)
                    .after(.milliseconds(800)),
                Step(photo, "200 (33654 bytes)").after(.milliseconds(1_600)),
            ],
            faults: ["reset at body 50%"]
        ),
        Talk(
            "slow/late-answer",
            [
                Step("GET /products/search?q=la", #"200 {…"id":"17"…"#).after(.milliseconds(800)),
                Step("GET /products/search?q=lamp", #"200 {…"total":2,…"#),
            ]
        ),
        Talk(
            "slow/log-normal",
            [
                Step("GET /items", #"200 [{"id":1}]"#), Step("GET /search", "200 []").after(.milliseconds(100)),
                Step("GET /report", "200 {}").after(.seconds(1)),
            ]
        ),
        Talk(
            "slow/mobile",
            [
                Step("GET /anything", "200 {}").after(.milliseconds(100)),
                Step("POST /anything\n\n" + String(repeating: "x", count: 20_000), "200 {}").after(.seconds(1)),
            ],
            faults: ["delay at beforeHead", "delay at beforeHead"]
        ),
        Talk(
            "slow/never-answers",
            [
                Step("GET /report", "").then(.silent),
                Step("GET /export", "200 [10] ", on: 1, showing: "Content-Length").then(.silent),
            ],
            faults: ["stall at beforeHead", "stall at afterHead"]
        ),
    ]
}
