import RehearsalServer
import TestAdmission
import Testing

@testable import RehearsalCLI

@Suite("Options of limits", .limitedConcurrency)
struct LimitOptionsTests {
    /// A limit and its option, with a distinct value.
    struct Limit: CustomTestStringConvertible, Sendable {
        /// The name of the property of `Backend.Limits`.
        var member: String
        var option: String
        var word: String
        var set: @Sendable (inout Backend.Limits) -> Void
        var testDescription: String { option }
    }

    static let all: [Limit] = [
        Limit(member: "head", option: "max-head", word: "1001B") { $0.head = 1_001 },
        Limit(member: "headerLines", option: "max-headers", word: "102") { $0.headerLines = 102 },
        Limit(member: "target", option: "max-target", word: "103B") { $0.target = 103 },
        Limit(member: "body", option: "max-body", word: "4KB") { $0.body = 4_096 },
        Limit(member: "bodies", option: "max-bodies", word: "4KB") { $0.bodies = 4_096 },
        Limit(member: "connections", option: "max-connections", word: "5") { $0.connections = 5 },
        Limit(member: "idle", option: "idle-timeout", word: "6s") { $0.idle = .seconds(6) },
        Limit(member: "headTimeout", option: "head-timeout", word: "7ms") { $0.headTimeout = .milliseconds(7) },
        Limit(member: "bodyTimeout", option: "body-timeout", word: "8m") { $0.bodyTimeout = .seconds(480) },
    ]

    @Test("Every limit of a backend has an option.")
    func complete() {
        let members = Mirror(reflecting: Backend.Limits()).children.compactMap(\.label)
        #expect(members.sorted() == Self.all.map(\.member).sorted())
    }

    @Test("The help of serve and run names the option.", arguments: all)
    func named(_ limit: Limit) {
        for command in [ServeCommand.command, RunCommand.command] {
            #expect(HelpText.text(for: command, width: 80).contains("\n  --\(limit.option) "), "\(command.name)")
        }
    }

    @Test("The option sets its limit, and no other, in the backends of serve and run.", arguments: all)
    func arrives(_ limit: Limit) throws {
        var limits = Backend.Limits()
        limit.set(&limits)
        #expect(limits != Backend.Limits())
        let words = ["--\(limit.option)", limit.word]
        let serve = try ServeOptions(Arguments(words, options: ServeCommand.command.allOptions), Terminal())
        #expect(try ServeCommand(options: serve, terminal: Terminal()).settings().limits == limits)
        let run = try RunOptions(Arguments(words + ["a.jsonc", "--", "true"], options: RunCommand.command.allOptions))
        #expect(try RunCommand(options: run, terminal: Terminal()).settings().limits == limits)
    }
}
