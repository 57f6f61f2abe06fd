import Foundation
import RehearsalDocuments
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalCLI

@Suite("Pages of the help", .limitedConcurrency)
@BlockingThread
struct PageTests {
    /// The articles of the documentation catalogue, except for its landing page.
    private nonisolated static let articles: Set<String> = {
        let root = (0..<6).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        let folder = root.appending(path: "Sources/Rehearsal/Rehearsal.docc").path
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
        return Set((names ?? []).filter { $0.hasSuffix(".md") && $0 != "Rehearsal.md" }.map { String($0.dropLast(3)) })
    }()

    @Test("Every article has a unique name in the help.")
    func names() {
        #expect(Set(HelpPage.all.map(\.file)) == Self.articles)
        #expect(Set(HelpPage.all.map(\.name)).count == HelpPage.all.count)
        for page in HelpPage.all {
            #expect(!Command.all.contains { $0.name == page.name }, "\(page.name)")
            #expect(page.name != HelpText.scenarioTopic, "\(page.name)")
            #expect(ScenarioFormat.explanation(of: page.name) == nil, "\(page.name)")
            #expect(ScenarioFormat.explanation(ofKey: page.name) == nil, "\(page.name)")
        }
    }

    @Test(
        "A page is shown without markup and no wider than the terminal, except for code.",
        arguments: HelpPage.all.indices
    )
    func plain(index: Int) {
        let page = HelpPage.all[index]
        let lines = page.text(width: 80).split(separator: "\n")
        #expect(lines.first.map(String.init) == page.title)
        #expect(!page.title.isEmpty)
        for line in lines where !line.hasPrefix("    ") {
            #expect(line.count <= 80 || !line.contains(" "), "\(line)")
            for mark in ["```", "<doc:", "](", "- term"] { #expect(!line.contains(mark), "\(line)") }
        }
    }

    @Test("A link refers to an existing article.", arguments: HelpPage.all.indices)
    func links(index: Int) {
        for part in HelpPage.all[index].markdown.components(separatedBy: "<doc:").dropFirst() {
            let name = String(part.prefix { $0 != ">" })
            #expect(Self.articles.contains(name), "\(name) in \(HelpPage.all[index].file)")
        }
    }

    @Test("The help lists the pages, shows each one and suggests the nearest name.")
    func shell() throws {
        let overview = try ChildProgram.run(["help"])
        for page in HelpPage.all { #expect(overview.output.contains("  \(page.name) "), "\(page.name)") }
        let sut = try ChildProgram.run(["help", "five-minutes"])
        #expect(sut.status == 0)
        #expect(sut.output.hasPrefix("Stand in for your backend in five minutes\n====="))
        let wrong = try ChildProgram.run(["help", "five-minute"])
        #expect(wrong.status == 64)
        #expect(wrong.errors.contains("did you mean rehearsal help five-minutes?"))
    }
}
