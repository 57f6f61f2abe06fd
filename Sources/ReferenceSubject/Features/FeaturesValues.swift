import Foundation
import ReferenceClients

/// What the services return for the recorded answers, and what they are asked for.
enum FeaturesValues {
    static let items = [
        Item(id: "itm-01", title: "Morning briefing", subtitle: "Every weekday at 7:30"),
        Item(id: "itm-02", title: "Reading list", subtitle: "Twelve articles, two new"),
        Item(id: "itm-03", title: "Saved routes", subtitle: "Home, office, harbour"),
        Item(id: "itm-04", title: "Cafés near you", subtitle: "Within ten minutes on foot"),
    ]

    static let rows = items.map { FeaturesAnswers.Row(id: $0.id, title: $0.title, subtitle: $0.subtitle) }

    static let harbour = SceneData(
        id: "harbour",
        title: "Harbour",
        text: "Ferries leave every ten minutes from pier 3.",
        updatedAt: .utc("2026-03-04T06:00:12Z")
    )

    static let comment = SubmissionInput(subject: "harbour", comment: "The timetable is out of date.")

    static let thanks = "Thank you, we read every comment."
}

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
