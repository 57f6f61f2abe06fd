extension Talk {
    private static let note = "GET /notes/7"
    private static func put(_ product: String) -> String {
        "POST /cart/items\nContent-Type: application/json\n\n{\"productId\":\"\(product)\"}"
    }

    static let stateful = [
        Talk(
            "stateful/cart",
            [
                Step("GET /cart", #"200 {"items":0,"last":null}"#), Step(put("11"), #"201 {"items":1}"#),
                Step(put("12"), #"201 {"items":2}"#), Step("GET /cart", #"200 {"items":2,"last":"12"}"#),
                Step(put("13"), #"201 {"items":3}"#), Step(put("14"), #"409 {…"The cart is full"…"#),
                Step("GET /cart", #"200 {"items":3,"last":"13"}"#), Step("DELETE /cart", "204 "),
                Step("GET /cart", #"200 {"items":0,"last":null}"#), Step(put("15"), #"201 {"items":1}"#),
            ]
        ),
        Talk(
            "stateful/lost-update",
            [
                Step(note, #"200 ["v1"] {"id":"7","text":"milk"}"#, showing: "ETag"),
                Step("PUT /notes/7\nIf-Match: \"v1\"\n\n{}", #"412 ["v2"] {…"#, showing: "ETag"),
                Step(note, #"200 ["v2"] {"id":"7","text":"milk, bread"}"#, showing: "ETag"),
                Step("PUT /notes/7\nIf-Match: \"v2\"\n\n{}", "204 "),
                Step(note, #"200 ["v3"] {"id":"7","text":"milk, bread, tea"}"#, showing: "ETag"),
            ]
        ),
        Talk(
            "stateful/reservations",
            [
                Step(
                    "GET /api/v1/reservations",
                    #"200 [5] [{"id":41,…},{"id":42,…},{"id":43,…}]"#,
                    showing: "X-Total-Count"
                ),
                Step("GET /api/v1/reservations?page=2", #"200 [{"id":38,…},{"id":40,…}]"#),
                Step("GET /api/v1/reservations/42", #"200 {"id":42,…"PK-9ZC81T"…"#),
                Step(
                    "POST /api/v1/reservations\nContent-Type: application/json\n\n{\"parking_spot_id\":3}",
                    #"201 [/api/v1/reservations/44] {"id":44,"parking_spot_id":3}"#,
                    showing: "Location"
                ),
                Step(
                    "PATCH /api/v1/reservations/44\nContent-Type: application/merge-patch+json\n\n{\"status\":\"active\"}",
                    #"200 {"id":44,"parking_spot_id":3,"status":"active"}"#
                ),
                Step("PATCH /api/v1/reservations/44\nIf-Match: \"old\"\n\n{}", "412 …"),
                Step("DELETE /api/v1/reservations/44", "204 "), Step("GET /api/v1/reservations/44", "404 …"),
            ]
        ),
        Talk(
            "stateful/order-status",
            [
                Step("GET /orders/7", #"200 [1] {"id":"7","status":"pending"}"#, showing: "Retry-After"),
                Step("GET /orders/7", #"200 {"id":"7","status":"pending"}"#),
                Step("GET /orders/8", #"200 {"id":"8","status":"pending"}"#),
                Step("GET /orders/7", #"200 {"id":"7","status":"paid"}"#),
                Step("GET /orders/7", #"200 [] {"id":"7","status":"shipped",…"#, showing: "Retry-After"),
                Step("GET /orders/7", #"200 {"id":"7","status":"shipped",…"#),
            ]
        ),
    ]
}
