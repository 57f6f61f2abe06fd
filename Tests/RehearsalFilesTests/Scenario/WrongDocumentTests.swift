import Foundation
import RehearsalLint
import RehearsalPlatform
import TestAdmission
import Testing

@testable import Rehearsal
@testable import RehearsalDocuments

/// Documents that are wrong, each in its own way, and what is said about them.
///
/// `REHEARSAL_RENEW=1 swift test --filter WrongDocumentTests` writes anew what is said, and fails to say that it did:
/// read the difference before it is committed.
@Suite("Wrong documents", .admitted)
struct WrongDocumentTests {
    private static let folder = FileSystem.realPath(FileName.folder(of: #filePath) + "/Corpus/wrong") ?? ""
    private static let snapshot = folder + "/findings.txt"
    private static let documents = FileSystem.names(in: folder).filter { $0.hasSuffix(".jsonc") }
    /// The first of June 2026, so that the age of a recording is the same on each day.
    private static let proving = Proving(now: 1_780_272_000, oldest: 90 * 86_400)
    private static let most = 12

    /// What cannot lie in a repository, and is tested where it can be made.
    private static let elsewhere: Set<Diagnostic.Code> = [.tooLarge, .unreadableFile]

    private func findings(_ name: String) -> [Diagnostic] {
        let options = ScenarioFiles.Options(root: Self.folder, proving: Self.proving)
        return ScenarioFiles.load(["\(Self.folder)/\(name)"], options: options).diagnostics
    }

    /// The findings as they are compared: where, what, its code, what to do, and where to read on.
    private func said(of name: String) -> String {
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

    @Test("What is said of each is what was said before.")
    func snapshot() throws {
        let said = Self.documents.map(said).joined(separator: "\n")
        if ProcessInfo.processInfo.environment["REHEARSAL_RENEW"] != nil {
            try Data(said.utf8).write(to: URL(fileURLWithPath: Self.snapshot))
            Issue.record("\(Self.snapshot) is written anew: read the difference")
            return
        }
        let known = String(decoding: try FileSystem.read(Self.snapshot, limit: 1 << 20), as: UTF8.self)
        let before = known.split(separator: "\n", omittingEmptySubsequences: false)
        let now = said.split(separator: "\n", omittingEmptySubsequences: false)
        for (old, new) in zip(before, now) where old != new {
            Issue.record("was: \(old)\nis:  \(new)\nrenew: REHEARSAL_RENEW=1 swift test --filter WrongDocumentTests")
            return
        }
        #expect(before.count == now.count, "renew: REHEARSAL_RENEW=1 swift test --filter WrongDocumentTests")
    }

    @Test("Something is said of each, at a place in a file, and what it tells to run next is there.")
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

    @Test("Every code that a finding can have is among them.")
    func complete() {
        let found = Set(Self.documents.flatMap(findings).map(\.code))
        let all: Set<Diagnostic.Code> = [
            .syntax, .unknownKey, .duplicateKey, .wrongType, .badValue, .badPattern, .badPath,
            .badTemplate,
            .missingKey,
            .conflict, .missingFile, .outsideRoot, .cycle, .tooMany, .nothingToPlay, .unseenFault, .shadowed,
            .ambiguous, .unreachableReply, .unreachableState, .unusedState, .unsetVariable, .secret, .exposedSecret,
            .oldFile,
        ]
        #expect(found == all)
        #expect(found.isDisjoint(with: Self.elsewhere))
    }
}
