import Foundation
import TestAdmission
import Testing

@testable import Rehearsal

private let corpora = ProcessInfo.processInfo.environment["REHEARSAL_CORPORA"]

@Suite("JSONTestSuite", .limitedConcurrency)
struct JSONCorpus {
    @Test(
        "The parser accepts or rejects each file as the file's name requires.",
        .enabled(if: corpora != nil, "REHEARSAL_CORPORA does not name the folder of the corpora")
    )
    func corpus() throws {
        let folder = URL(filePath: try #require(corpora)).appending(path: "json/test_parsing")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "json" }
        var wrong: [String] = []
        for file in files {
            let isTaken = (try? JSON(parsing: [UInt8](Data(contentsOf: file)))) != nil
            switch file.lastPathComponent.prefix(2) {
            case "y_" where !isTaken, "n_" where isTaken: wrong.append(file.lastPathComponent)
            default: break
            }
        }
        print("corpus json \(files.count - wrong.count)/\(files.count)")
        #expect(!files.isEmpty)
        #expect(wrong == [])
    }
}
