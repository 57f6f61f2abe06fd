package import Rehearsal

/// The format of scenario documents as one description: what `rehearsal schema` prints, what editors complete from, and
/// what the keys are explained with.
///
/// What the reader takes and what the schema takes is the same but for what no schema can say: that names are not
/// there twice, that files are there, that one time is not more than another.
package enum ScenarioSchema {
    /// What a part of a document may be, under the name that others refer to it by.
    struct Definition: Sendable {
        let name: String
        /// The kind of object that the reader knows it as; nil for what is none, or a variant that shares its keys.
        let keys: KnownKeys?
        let shape: Shape
    }

    static let definitions: [Definition] =
        values + [document, endpoint] + conditions + [change] + replies + delays + faults + network + policies
        + expectations

    /// The document that `rehearsal schema` prints.
    package static var json: JSON {
        guard case .object(let root) = document.shape.schema else { return .bool(true) }
        let head: [JSON.Member] = [
            JSON.Member("$schema", "https://json-schema.org/draft/2020-12/schema"),
            JSON.Member("title", "Scenario"),
            JSON.Member("description", "How a fake backend behaves: rehearsal help scenario explains all of it."),
        ]
        let parts = definitions.filter { $0.name != document.name }.map { JSON.Member($0.name, $0.shape.schema) }
        return .object(head + root + [JSON.Member("$defs", .object(parts))])
    }

    /// As it is in `Scenarios/scenario.schema.json`, but for the end of its last line.
    package static var text: String { String(decoding: json.bytes(pretty: true), as: UTF8.self) }

    /// Every object that a definition is or may be.
    static func objects(of shape: Shape) -> [ObjectShape] {
        switch shape {
        case .object(let object): [object]
        case .either(let shapes): shapes.flatMap(objects)
        default: []
        }
    }
}
