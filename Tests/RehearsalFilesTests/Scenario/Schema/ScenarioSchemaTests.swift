import RehearsalPlatform
import TestAdmission
import Testing

@testable import Rehearsal
@testable import RehearsalDocuments

@Suite("The JSON Schema of scenarios", .limitedConcurrency)
struct ScenarioSchemaTests {
    private static let file = FilePath.folder(of: #filePath) + "/../../../../Scenarios/scenario.schema.json"

    @Test("Scenarios/scenario.schema.json equals the output of `rehearsal schema`.")
    func shipped() throws {
        let bytes = try FileSystem.read(Self.file, limit: 1 << 20)
        #expect(String(decoding: bytes, as: UTF8.self) == ScenarioSchema.text + "\n")
    }

    @Test("The schema has exactly the keys that the reader accepts.", arguments: ScenarioFormat.all.indices)
    func complete(_ index: Int) throws {
        let keys = ScenarioFormat.all[index]
        let definition = try #require(
            ScenarioSchema.definitions.first { $0.keys?.noun == keys.noun },
            "no definition for \(keys.noun): add one to RehearsalDocuments/Format"
        )
        let fields = ScenarioSchema.objects(of: definition.shape).flatMap(\.fields).map(\.name)
        #expect(Set(fields) == Set(keys.names), "\(keys.noun)")
    }

    @Test("Each object of the schema has an explanation, and each definition its own name.")
    func explained() {
        let known = Set(ScenarioFormat.all.map(\.noun))
        #expect(Set(ScenarioSchema.definitions.compactMap { $0.keys?.noun }) == known)
        let names = ScenarioSchema.definitions.map(\.name)
        #expect(Set(names).count == names.count)
    }

    @Test("Each key of the schema has a description without a full stop.")
    func described() {
        for definition in ScenarioSchema.definitions {
            for field in ScenarioSchema.objects(of: definition.shape).flatMap(\.fields) {
                #expect(field.purpose.count > 7, "\(definition.name).\(field.name)")
                #expect(field.purpose.last != ".", "\(definition.name).\(field.name)")
            }
        }
    }
}
