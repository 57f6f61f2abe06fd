import Foundation
import RehearsalLint
import RehearsalPlatform
import TestAdmission
import Testing

@testable import Rehearsal
@testable import RehearsalDocuments

/// Invalid documents, and a snapshot of the findings about them.
///
/// `REHEARSAL_RENEW=1 swift test --filter WrongDocumentTests` writes the snapshot again.
/// The test then fails, so that you read the difference before you commit it.
@Suite("Invalid documents", .limitedConcurrency)
struct WrongDocumentTests {
    private static let folder = FileSystem.realPath(FilePath.folder(of: #filePath) + "/Corpus/wrong") ?? ""
    private static let snapshot = folder + "/findings.txt"
    private static let documents = FileSystem.names(in: folder).filter { $0.hasSuffix(".jsonc") }
    /// 1 June 2026, so that the age of a recording does not depend on the day of the test.
    private static let proving = LintChecks(now: 1_780_272_000, oldest: 90 * 86_400)
    private static let most = 12

    /// Codes whose files cannot be in a repository; other tests create such files.
    private static let elsewhere: Set<Diagnostic.Code> = [.tooLarge, .unreadableFile]

    private func findings(_ name: String) -> [Diagnostic] {
        let options = ScenarioFiles.Options(root: Self.folder, linting: Self.proving)
        let all = ScenarioFiles.load(["\(Self.folder)/\(name)"], options: options).diagnostics
        // The age of a scenario is that of its file in this clone; the age of a recording is in the file.
        return all.filter { $0.code != .outdatedFile || !$0.message.hasPrefix("this scenario") }
    }

    /// Returns the findings on a document, with code, hint and command, as the snapshot has them.
    private func report(of name: String) -> String {
        let all = findings(name)
        let shown = all.count > Self.most ? Array(all.prefix(Self.most - 1)) + [all[all.count - 1]] : all
        let lines = shown.flatMap { finding in
            ["\(finding.line) [\(finding.code.rawValue)]"] + (finding.hint.map { ["    \($0)"] } ?? [])
                + (finding.see.map { ["    see: \($0)"] } ?? [])
        }
        let text = (["== \(name)"] + lines).joined(separator: "\n") + "\n"
        return text.replacingOccurrences(of: Self.folder + "/", with: "")
            .replacingOccurrences(of: Self.folder, with: "the corpus")
    }

    @Test("The findings on each invalid document equal the snapshot.")
    func snapshot() throws {
        let text = Self.documents.map(report).joined(separator: "\n")
        if ProcessInfo.processInfo.environment["REHEARSAL_RENEW"] != nil {
            try Data(text.utf8).write(to: URL(fileURLWithPath: Self.snapshot))
            Issue.record("\(Self.snapshot) was written again: read the difference")
            return
        }
        let known = String(decoding: try FileSystem.read(Self.snapshot, limit: 1 << 20), as: UTF8.self)
        let before = known.split(separator: "\n", omittingEmptySubsequences: false)
        let now = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (old, new) in zip(before, now) where old != new {
            Issue.record("was: \(old)\nis:  \(new)\nrenew: REHEARSAL_RENEW=1 swift test --filter WrongDocumentTests")
            return
        }
        #expect(before.count == now.count, "renew: REHEARSAL_RENEW=1 swift test --filter WrongDocumentTests")
    }

    @Test("Each invalid document has findings, and the topics that they refer to exist.")
    func useful() throws {
        #expect(Self.documents.count >= 60)
        for name in Self.documents {
            let found = findings(name)
            #expect(!found.isEmpty, "\(name)")
            for finding in found {
                if let topic = finding.see?.split(separator: " ").last {
                    #expect(ScenarioFormat.explanation(of: String(topic)) != nil, "\(finding.text)")
                }
            }
        }
    }

    @Test("The invalid documents cover every code of a finding that a repository file can have.")
    func complete() {
        let found = Set(Self.documents.flatMap(findings).map(\.code))
        let all: Set<Diagnostic.Code> = [
            .syntax, .unknownKey, .duplicateKey, .wrongType, .badValue, .badPattern, .badPath,
            .badTemplate,
            .missingKey,
            .conflict, .missingFile, .outsideRoot, .cycle, .tooMany, .nothingToPlay, .unobservableFault, .shadowed,
            .ambiguous, .unreachableReply, .unreachableState, .unusedState, .unsetVariable, .secret, .exposedSecret,
            .outdatedFile,
        ]
        #expect(found == all)
        #expect(found.isDisjoint(with: Self.elsewhere))
    }
}
