import Rehearsal
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalCLI

@Suite("rehearsal schema", .limitedConcurrency)
@BlockingThread
struct SchemaTests {
    @Test("The command prints the schema of scenarios, or that of schedules.")
    func printed() throws {
        let sut = try ChildProgram.run(["schema"])
        #expect(sut.status == 0)
        #expect(try JSON(parsing: sut.output)["$schema"] == "https://json-schema.org/draft/2020-12/schema")
        #expect(try ChildProgram.run(["schema", "scenario"]).output == sut.output)
        let schedules = try JSON(parsing: ChildProgram.run(["schema", "schedule"]).output)
        #expect(schedules["title"] == "Schedule")
        #expect(try ChildProgram.run(["schema", "x"]).status == 64)
    }
}
