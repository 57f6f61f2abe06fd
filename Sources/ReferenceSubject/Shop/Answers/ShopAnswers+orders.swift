import Rehearsal

extension ShopAnswers {
    static let placed = """
        {"id":"9004","userId":"7","products":[{"productId":"11","quantity":1}],"totalAmount":29.9,\
        "status":"pending","createdAt":"2026-03-03T10:15:10Z","updatedAt":"2026-03-03T10:15:10Z"}
        """

    static let order = """
        {"id":"9003","userId":"7","products":[{"productId":"13","quantity":1}],"totalAmount":349.5,\
        "status":"paid","createdAt":"2026-02-24T18:04:11Z","updatedAt":"2026-02-25T07:30:00Z"}
        """

    static let orders = """
        [{"id":"9001","userId":"7","products":[{"productId":"11","quantity":2}],"totalAmount":59.8,\
        "status":"delivered","createdAt":"2026-02-10T18:04:11Z","updatedAt":"2026-02-11T07:30:00Z"},{"id":"9002",\
        "userId":"7","products":[{"productId":"14","quantity":1},{"productId":"19","quantity":4}],\
        "totalAmount":238.0,"status":"shipped","createdAt":"2026-02-19T18:04:11Z",\
        "updatedAt":"2026-02-20T07:30:00Z"},{"id":"9003","userId":"7","products":[{"productId":"13",\
        "quantity":1}],"totalAmount":349.5,"status":"paid","createdAt":"2026-02-24T18:04:11Z",\
        "updatedAt":"2026-02-25T07:30:00Z"}]
        """

    static let calledOff = """
        {"id":"9003","userId":"7","products":[{"productId":"13","quantity":1}],"totalAmount":349.5,\
        "status":"cancelled","createdAt":"2026-02-24T18:04:11Z","updatedAt":"2026-03-03T10:21:45Z"}
        """

    /// Orders that were read before, of two users; the first had not been paid then.
    static let keptOrders: JSON = [
        [
            "id": "9003", "userId": "7", "products": [["productId": "13", "quantity": 1]], "totalAmount": "349.5",
            "status": "pending", "createdAt": "2026-02-24T18:04:11Z", "updatedAt": "2026-02-24T18:04:11Z",
        ],
        [
            "id": "9004", "userId": "8", "products": [["productId": "11", "quantity": 1]], "totalAmount": "24.90",
            "status": "paid", "createdAt": "2026-02-25T09:00:00Z", "updatedAt": "2026-02-25T09:00:00Z",
        ],
    ]
}
