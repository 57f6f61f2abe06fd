/// An identity as JSON carries it: a text that says something. A blank one is an error with its coding path.
struct Identifier: Hashable, Decodable {
    /// What names the thing.
    var value: String

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        value = try container.decode(String.self)
        if value.isBlank {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "an identity is blank")
        }
    }
}
