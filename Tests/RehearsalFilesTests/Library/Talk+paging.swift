extension Talk {
    static let paging = [
        Talk(
            "paging/cursor",
            [
                Step(
                    "GET /feed",
                    #"200 [<http://127.0.0.1:…/feed?after=c1>; rel="next"] {…"next":"/feed?after=c1"}"#,
                    showing: "Link"
                ),
                Step("GET /feed?after=c1", #"200 [] {"items":[{"id":3}],"next":null}"#, showing: "Link"),
                Step("GET /feed?after=c0", #"410 {…"restart":"/feed"…"#),
            ]
        ),
        Talk(
            "paging/page-2-fails-once",
            [
                Step("GET /products?page=1", #"200 {"page":1,…"#), Step("GET /products?page=2", "500 {…"),
                Step("GET /products?page=2", #"200 ["p2-7f3a"] {"page":2,…"#, showing: "ETag"),
                Step("GET /products?page=3", #"200 {"page":3,…"#),
            ]
        ),
        Talk(
            "paging/shifting-pages",
            [
                Step("GET /products", #"200 {"page":1,"limit":2,"total":3,"items":[{"id":"11",…{"id":"12",…"#),
                Step("GET /products?page=2", #"200 {"page":2,"limit":2,"total":4,"items":[{"id":"12",…{"id":"13",…"#),
                Step("GET /products?page=1", #"200 {"page":1,"limit":2,"total":4,"items":[{"id":"20",…{"id":"11",…"#),
            ]
        ),
    ]
}
