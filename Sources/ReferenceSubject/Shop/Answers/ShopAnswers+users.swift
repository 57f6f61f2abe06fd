import Rehearsal

extension ShopAnswers {
    static let robin = """
        {"id":"7","name":"Robin Doe","email":"robin@shop.example",\
        "profileImage":"https://api.shop.example/users/7/photo","createdAt":"2025-06-01T08:30:00Z",\
        "updatedAt":"2026-02-27T17:45:12Z"}
        """

    static let users = """
        {"page":1,"limit":3,"total":5,"items":[{"id":"7","name":"Robin Doe","email":"robin@shop.example",\
        "profileImage":"https://api.shop.example/users/7/photo","createdAt":"2025-06-01T08:30:00Z",\
        "updatedAt":"2026-02-27T17:45:12Z"},{"id":"8","name":"Ada Okafor","email":"ada@shop.example",\
        "profileImage":null,"createdAt":"2025-07-14T12:00:00Z","updatedAt":"2025-07-14T12:00:00Z"},{"id":"9",\
        "name":"José Nuñez","email":"jose@shop.example","profileImage":"https://api.shop.example/users/9/photo",\
        "createdAt":"2025-09-30T23:59:59Z","updatedAt":"2026-01-02T06:10:00Z"}]}
        """

    static let kim = """
        {"id":"12","name":"Kim Park","email":"kim@shop.example","profileImage":null,\
        "createdAt":"2026-03-03T10:20:42Z","updatedAt":"2026-03-03T10:20:42Z"}
        """

    static let renamed = """
        {"id":"7","name":"Robin A. Doe","email":"robin@shop.example",\
        "profileImage":"https://api.shop.example/users/7/photo","createdAt":"2025-06-01T08:30:00Z",\
        "updatedAt":"2026-03-03T10:20:56Z"}
        """

    /// Users who were read before; Robin was called something else then.
    static let keptUsers: JSON = [
        [
            "id": "7", "name": "Robin, as kept", "email": "robin@shop.example", "profileImage": nil,
            "createdAt": "2025-06-01T08:30:00Z", "updatedAt": "2025-06-01T08:30:00Z",
        ],
        [
            "id": "8", "name": "Ada Okafor", "email": "ada@shop.example", "profileImage": nil,
            "createdAt": "2025-07-14T12:00:00Z", "updatedAt": "2025-07-14T12:00:00Z",
        ],
    ]
}
