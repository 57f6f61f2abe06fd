import Rehearsal

extension ShopAnswers {
    static let lamp = """
        {"id":"11","name":"Desk lamp","description":"Desk lamp, made to be repaired.","price":29.9,\
        "category":"lighting","images":["https://api.shop.example/products/11/photo"],"isAvailable":true}
        """

    static let products = """
        {"page":1,"limit":4,"total":9,"items":[{"id":"11","name":"Desk lamp",\
        "description":"Desk lamp, made to be repaired.","price":29.9,"category":"lighting",\
        "images":["https://api.shop.example/products/11/photo"],"isAvailable":true},{"id":"12",\
        "name":"Floor lamp","description":"Floor lamp, made to be repaired.","price":119.0,"category":"lighting",\
        "images":["https://api.shop.example/products/12/photo"],"isAvailable":true},{"id":"13",\
        "name":"Reading chair","description":"Reading chair, made to be repaired.","price":349.5,\
        "category":"chairs","images":["https://api.shop.example/products/13/photo"],"isAvailable":true},\
        {"id":"14","name":"Oak shelf","description":"Oak shelf, made to be repaired.","price":189.0,\
        "category":"shelves","images":["https://api.shop.example/products/14/photo"],"isAvailable":true}]}
        """

    static let lamps = """
        {"page":1,"limit":4,"total":2,"items":[{"id":"11","name":"Desk lamp",\
        "description":"Desk lamp, made to be repaired.","price":29.9,"category":"lighting",\
        "images":["https://api.shop.example/products/11/photo"],"isAvailable":true},{"id":"12",\
        "name":"Floor lamp","description":"Floor lamp, made to be repaired.","price":119.0,"category":"lighting",\
        "images":["https://api.shop.example/products/12/photo"],"isAvailable":true}]}
        """

    /// Products that were read before; the lamp was cheaper then.
    static let keptProducts: JSON = [
        [
            "id": "11", "name": "Desk lamp", "description": "Desk lamp, as kept.", "price": "24.90",
            "category": "lighting", "images": [], "isAvailable": true,
        ],
        [
            "id": "13", "name": "Reading chair", "description": "Reading chair, as kept.", "price": "349.5",
            "category": "chairs", "images": [], "isAvailable": true,
        ],
    ]
}
