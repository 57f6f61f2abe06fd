import RehearsalDocuments
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalCLI

@Suite("The help for scenarios", .limitedConcurrency)
@BlockingThread
struct FormatHelpTests {
    @Test("The help explains each topic and each key of the format at once.")
    func overview() throws {
        let sut = try ChildProgram.run(["help", "scenario"])
        #expect(sut.status == 0)
        for topic in ScenarioFormat.topics { #expect(sut.output.contains("\n\(topic.uppercased())\n")) }
        for key in ScenarioFormat.keys { #expect(sut.output.contains(key), "\(key)") }
    }

    @Test("The help explains a key in each object that has it.")
    func key() throws {
        let sut = try ChildProgram.run(["lint", "--explain", "required"])
        #expect(sut.status == 0)
        #expect(
            sut.output.contains(#""required" in an endpoint: whether the run reports each reply that was never sent"#)
        )
        #expect(sut.output.contains(#""required" in a reply: whether the run reports the reply if it was never sent"#))
        #expect(sut.output.contains("see: rehearsal lint --explain reply"))
        #expect(
            try ChildProgram.run(["lint", "--explain", "rotates"]).output.contains("see: rehearsal lint --explain auth")
        )
        #expect(try ChildProgram.run(["help", "afterLast"]).output.contains("after the last reply"))
    }

    @Test("The help explains a name that is both a topic and a key as a topic.")
    func topic() throws {
        #expect(try ChildProgram.run(["lint", "--explain", "fault"]).output.hasPrefix("a fault has: "))
    }

    @Test("The help rejects an unknown name with the nearest valid one.")
    func neither() throws {
        let sut = try ChildProgram.run(["lint", "--explain", "afterLats"])
        #expect(sut.status == 64)
        #expect(sut.errors.contains("did you mean afterLast?"))
    }

    @Test("The help explains every key that a finding refers to.")
    func topics() {
        for key in ScenarioFormat.keys { #expect(ScenarioFormat.explanation(ofKey: key) != nil, "\(key)") }
    }
}
