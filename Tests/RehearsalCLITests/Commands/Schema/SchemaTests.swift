import Rehearsal
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalCLI

@Suite("rehearsal schema", .limitedConcurrency)
@BlockingThread
struct SchemaTests {
    @Test("The command prints the schema and takes no arguments.")
    func printed() throws {
        let sut = try ChildProgram.run(["schema"])
        #expect(sut.status == 0)
        #expect(try JSON(parsing: sut.output)["$schema"] == "https://json-schema.org/draft/2020-12/schema")
        #expect(try ChildProgram.run(["schema", "x"]).status == 64)
    }
}
