import Rehearsal

/// A data bucket, filled in once when its file is imported.
struct MockoonBucket {
    /// The text of the bucket in the file.
    var value: ImportValue
    var id: String
    var name: String
    var content: Content
    /// Whether a value in it was generated.
    var hasGenerated = false

    enum Content {
        case constant(JSON)
        /// A text with values of the request in it.
        case parts([MockoonPart])
        case refused(HandlebarsTemplate.Malformed)
    }

    init(_ value: ImportValue, id: String, name: String) {
        (self.value, self.id, self.name) = (value, id, name)
        let text = value.node.string ?? ""
        var template = MockoonTemplate(.init(generatesAll: true), seed: value.path)
        do throws(HandlebarsTemplate.Malformed) {
            let parts = try template.write(text)
            content = parts.constantText.map { Content.constant(parts.json ?? .string($0)) } ?? .parts(parts)
            hasGenerated = template.hasGenerated
        } catch {
            content = .refused(error)
        }
    }
}
