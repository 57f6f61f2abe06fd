/// An item as the backend writes it.
struct ItemDTO: Decodable {
    var id: Identifier
    var title: String
    var subtitle: String

    /// As the app knows it.
    var item: Item { Item(id: id.value, title: title, subtitle: subtitle) }
}
