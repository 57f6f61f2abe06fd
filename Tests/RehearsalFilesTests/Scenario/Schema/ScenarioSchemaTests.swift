import RehearsalPlatform
import TestAdmission
import Testing

@testable import Rehearsal
@testable import RehearsalDocuments

@Suite("The schema of scenarios", .admitted)
struct ScenarioSchemaTests {
    private static let file = FileName.folder(of: #filePath) + "/../../../../Scenarios/scenario.schema.json"

    @Test("The file that ships is what the command prints: rehearsal schema > Scenarios/scenario.schema.json")
    func shipped() throws {
        let bytes = try FileSystem.read(Self.file, limit: 1 << 20)
        #expect(String(decoding: bytes, as: UTF8.self) == ScenarioSchema.text + "\n")
    }

    @Test("Each key that the reader knows is in the schema, and no other.", arguments: ScenarioFormat.all.indices)
    func complete(_ index: Int) throws {
        let keys = ScenarioFormat.all[index]
        let definition = try #require(
            ScenarioSchema.definitions.first { $0.keys?.what == keys.what },
            "no definition for \(keys.what): add one to RehearsalDocuments/Format"
        )
        let fields = ScenarioSchema.objects(of: definition.shape).flatMap(\.fields).map(\.name)
        #expect(Set(fields) == Set(keys.names), "\(keys.what)")
    }

    @Test("Each object of the schema is one that can be explained.")
    func explained() {
        let known = Set(ScenarioFormat.all.map(\.what))
        #expect(Set(ScenarioSchema.definitions.compactMap { $0.keys?.what }) == known)
        let names = ScenarioSchema.definitions.map(\.name)
        #expect(Set(names).count == names.count)
    }

    @Test("Each key says what it is for, in a phrase.")
    func described() {
        for definition in ScenarioSchema.definitions {
            for field in ScenarioSchema.objects(of: definition.shape).flatMap(\.fields) {
                #expect(field.purpose.count > 7 && field.purpose.last != ".", "\(definition.name).\(field.name)")
            }
        }
    }
}
