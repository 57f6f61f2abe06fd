/// The documents of the model backends.
enum AppDocuments {
    static let shopUsers = """
        [{"id":"7","name":"Robin Doe","email":"robin@shop.example","profileImage":null,\
        "createdAt":"2025-06-01T08:30:00Z","updatedAt":"2026-02-27T17:45:12Z"},\
        {"id":"8","name":"Ada Okafor","email":"ada@shop.example","profileImage":null,\
        "createdAt":"2025-07-14T12:00:00Z","updatedAt":"2025-07-14T12:00:00Z"}]
        """

    static let products = """
        [{"id":"11","name":"Desk lamp","description":"Desk lamp, made to be repaired.","price":29.9,\
        "category":"lighting","images":["https://api.shop.example/products/11/photo"],"isAvailable":true},\
        {"id":"12","name":"Floor lamp","description":"Floor lamp, made to be repaired.","price":119.0,\
        "category":"lighting","images":[],"isAvailable":true}]
        """

    static let order = """
        {"id":"9004","userId":"7","products":[{"productId":"11","quantity":1}],"totalAmount":29.9,\
        "status":"pending","createdAt":"2026-03-03T10:15:10Z","updatedAt":"2026-03-03T10:15:10Z"}
        """

    static let users = """
        [{"id":"8f14e45f-ceea-467f-a0b1-3f1c2d4e5a61","user_name":"batman","name":"Bruce Wayne",\
        "email":"bruce@wayne.example","profileImage":"https://api.users.example/images/batman.png",\
        "created_at":"2024-01-01T10:00:00Z","updated_at":"2026-02-10T08:20:30Z"},\
        {"id":"45c48cce-2e2d-4fb1-9a3c-7b8e9f0a1b2c","user_name":"oracle","name":"Barbara Gordon",\
        "email":"barbara@gordon.example","profileImage":null,\
        "created_at":"2024-01-02T10:00:00Z","updated_at":"2026-02-11T08:20:30Z"}]
        """

    static let account = #"[{"id":"123","user_name":"batman","created_at":"2024-01-01T10:00:00Z"}]"#

    static let transfer = """
        {"success":true,"message":null,"id":"tr-501","recipient_email":"alfred@manor.example","amount":25.10,\
        "created_at":"2026-03-04T09:00:35Z"}
        """

    static let invitation = """
        {"id":"inv-77","email":"dick@manor.example","role":"editor","expires_at":"2026-03-11T09:01:10Z"}
        """

    static let redemption = #"{"code":"WELCOME10","discount":9.95}"#

    static let rows = """
        [{"id":"itm-01","title":"Morning briefing","subtitle":"Every weekday at 7:30"},\
        {"id":"itm-02","title":"Reading list","subtitle":"Twelve articles, two new"},\
        {"id":"itm-03","title":"Saved routes","subtitle":"Home, office, harbour"}]
        """

    static let harbour = """
        [{"id":"harbour","title":"Harbour","text":"Ferries leave every ten minutes from pier 3.",\
        "updated_at":"2026-03-04T06:00:12Z"}]
        """

    static let rejection = #"{"success":false,"message":"Comments are closed for this harbour."}"#

    static let thanks = #"{"success":true,"message":"Thank you, we read every comment."}"#
}
