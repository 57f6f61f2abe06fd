/// The body of a request as conditions ask about it; what it is read as is read once, when it is first asked for.
package final class ObservedBody {
    package let bytes: [UInt8]
    /// The media type that the request states for it.
    private let type: String?

    package init(_ bytes: [UInt8], type: String?) {
        self.bytes = bytes
        self.type = type
    }

    /// The document that it is; nil if it is no JSON.
    package lazy var json: JSON? = try? JSON(parsing: bytes)

    /// The parts of `multipart/form-data`; none for any other type.
    package lazy var parts: [MultipartBody.Part] =
        type.flatMap { MultipartBody.boundary(in: $0) }
        .map { MultipartBody.parts(of: bytes, boundary: $0) } ?? []

    /// The fields of a form, whichever way they are sent.
    package lazy var form: [Scenario.Condition.QueryItem] = {
        let essence = type?.prefix { $0 != ";" && $0 != " " && $0 != "\t" }.lowercased()
        if essence == "application/x-www-form-urlencoded" { return Scenario.Condition.queryItems(bytes) }
        return parts.filter { $0.fileName == nil }.map { .init(name: $0.name, value: $0.content) }
    }()
}
