/// What the app of feature modules can ask its networking for: the answers as they are on the wire.
enum FeaturesAnswers {
    /// An item.
    struct Row: Decodable, Sendable {
        var id: String
        var title: String
        var subtitle: String
    }

    /// What is said to a comment.
    struct Thanks: Decodable, Sendable {
        var success: Bool
        var message: String?
    }
}
