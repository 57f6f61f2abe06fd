/// An item as the backend writes it.
struct ItemDTO: Decodable {
    var id: String
    var title: String
    var subtitle: String

    /// As the app knows it.
    var item: Item { Item(id: id, title: title, subtitle: subtitle) }
}
