import RehearsalServer
import TestAdmission
import Testing

@testable import RehearsalCLI

@Suite("The help", .limitedConcurrency)
struct HelpTests {
    @Test(
        "The help of each command has its usage, every option, examples and exit statuses.",
        arguments: Command.all.indices
    )
    func complete(index: Int) {
        let command = Command.all[index]
        let text = HelpText.text(for: command, width: 80)
        let usage = text.split(separator: "\n").first { $0.hasPrefix("usage: ") }
        #expect(usage?.hasPrefix("usage: rehearsal \(command.name) [OPTION…]") == true)
        #expect(usage?.hasSuffix(command.operands) == true)
        #expect(usage?.last?.isWhitespace == false)
        for option in command.allOptions { #expect(text.contains("  " + option.usage)) }
        #expect(text.contains("examples:"))
        #expect(command.examples.count >= 2)
        for (status, meaning) in command.exitStatuses {
            #expect(text.contains("\(status.rawValue)"))
            #expect(text.contains(meaning))
        }
    }

    @Test("An option line is never wider than the terminal.", arguments: [60, 80, 100])
    func width(columns: Int) {
        let options = HelpText.text(for: ServeCommand.command, width: columns).split(separator: "\n").filter {
            $0.hasPrefix("  --")
        }
        #expect(options.allSatisfy { $0.count <= columns })
    }

    @Test("The overview names every command.")
    func overview() {
        let text = HelpText.overview(width: 80)
        for command in Command.all {
            #expect(text.contains(command.name))
            #expect(text.contains(command.summary))
        }
    }

    @Test("The defaults in the help equal the defaults of the options.")
    func defaults() throws {
        let words = ServeCommand.command.options.flatMap { option -> [String] in
            guard option.group == .limits, let standard = option.defaultValue else { return [] }
            return ["--\(option.name)", standard]
        }
        let stated = try ServeOptions(Arguments(words, options: ServeCommand.command.options), Terminal())
        let silent = try ServeOptions(Arguments([], options: ServeCommand.command.options), Terminal())
        #expect(words.count == 22)
        #expect(stated.limits.leniency == silent.limits.leniency)
        #expect(stated.limits.limits == silent.limits.limits)
        #expect(stated.limits.journalBytes == silent.limits.journalBytes)
    }

    @Test("The option --lenient accepts one rule, several rules or all, and rejects unknown names.")
    func leniency() throws {
        func tolerated(_ text: String) throws -> Backend.Leniency {
            let arguments = try Arguments(["--lenient", text], options: ServeCommand.command.options)
            return try ServeOptions(arguments, Terminal()).limits.leniency
        }
        for (name, rule, what) in Backend.Leniency.named {
            #expect(try tolerated(name) == rule)
            #expect(
                HelpText.text(for: ServeCommand.command, width: 100).split(separator: " ").joined().contains(name),
                "\(what)"
            )
        }
        #expect(try tolerated("all") == .all)
        #expect(Backend.Leniency.named.reduce(into: Backend.Leniency()) { $0.insert($1.rule) } == .all)
        #expect(try tolerated("missing-host,folded-lines") == [.missingHost, .foldedLines])
        #expect(throws: UsageError.self) { try tolerated("missing-hosts") }
    }
}
