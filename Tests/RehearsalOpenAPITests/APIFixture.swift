import Rehearsal
import RehearsalOpenAPI
import Testing

/// A document in YAML, with further files beside it.
struct APIFixture {
    let document: OpenAPIDocument

    init(_ text: String, files: [String: String] = [:]) throws {
        let parsed = try JSONDocument(yaml: Array(text.utf8))
        let root = OpenAPIFile(path: "api.yaml", identifier: "/root/api.yaml", document: parsed)
        document = OpenAPIDocument(root) { path, _ in
            if path.hasPrefix("../") { return .outside }
            guard let text = files[path], let parsed = try? JSONDocument(yaml: Array(text.utf8)) else {
                return .missing
            }
            return .found(OpenAPIFile(path: path, identifier: "/root/\(path)", document: parsed))
        }
    }

    /// The problems as `line: message`.
    var problems: [String] {
        document.problems.map { problem in
            let bytes = document.files[problem.place.file].document.bytes
            let line = bytes[..<problem.place.range.lowerBound].count { $0 == 0x0A } + 1
            return "\(line): \(problem.message)"
        }
    }

    /// The scenario of the document, whose operations must have endpoints.
    var scenario: Scenario {
        Scenario("api", endpoints: OpenAPIScenario(document).endpoints.map(\.endpoint))
    }
}
