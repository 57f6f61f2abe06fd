import Foundation
import ReferenceClients

/// What the networking code of the users app returns for the recorded answers.
enum UsersValues {
    static let batman = user("8f14e45f-ceea-467f-a0b1-3f1c2d4e5a61", "batman", "Bruce Wayne", "bruce@wayne.example", 1)

    static let users = [
        batman,
        user("45c48cce-2e2d-4fb1-9a3c-7b8e9f0a1b2c", "oracle", "Barbara Gordon", "barbara@gordon.example", 2),
        user(
            "d3d94468-02a4-4259-b55d-38e6d163e820",
            "robin",
            "Dick Grayson",
            "dick@grayson.example",
            3,
            hasImage: false
        ),
    ]

    static let renamed = RenamedUser(
        id: batman.id,
        name: "Bruce T. Wayne",
        updatedAt: Timestamp(Date(timeIntervalSince1970: 1_772_532_903))
    )

    /// A user who came on that day of January 2024, and was last changed that many days after 9 February 2026.
    private static func user(
        _ id: String,
        _ userName: String,
        _ name: String,
        _ email: String,
        _ day: Int,
        hasImage: Bool = true,
    ) -> Users.User {
        let dayLength = 86_400
        let image = "https://api.users.example/images/\(userName).png"
        return Users.User(
            // One that is mistyped here is one that no recording has.
            id: UUID(uuidString: id) ?? UUID(),
            userName: userName,
            name: name,
            email: email,
            profileImage: hasImage ? URL(string: image) : nil,
            createdAt: Date(timeIntervalSince1970: TimeInterval(1_704_016_800 + day * dayLength)),
            updatedAt: Date(timeIntervalSince1970: TimeInterval(1_770_625_230 + day * dayLength))
        )
    }
}
