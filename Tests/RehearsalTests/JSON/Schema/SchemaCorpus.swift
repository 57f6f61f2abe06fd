import Foundation
import TestAdmission
import Testing

@testable import RehearsalJSON

private let corpora = ProcessInfo.processInfo.environment["REHEARSAL_CORPORA"]

@Suite("JSON-Schema-Test-Suite", .limitedConcurrency)
struct SchemaCorpus {
    @Test(
        "Each value of the required tests is valid or invalid as the suite says.",
        .enabled(if: corpora != nil, "REHEARSAL_CORPORA does not name the folder of the corpora")
    )
    func required() throws {
        let results = try SchemaSuite(folder: try #require(corpora)).results("draft2020-12", SchemaOptions())
        print("corpus json-schema \(results.passed)/\(results.count)")
        #expect(results.count > 1_000)
        #expect(results.wrong == [])
    }

    @Test(
        "Each value of the optional tests of formats is valid or invalid as the suite says.",
        .enabled(if: corpora != nil, "REHEARSAL_CORPORA does not name the folder of the corpora")
    )
    func formats() throws {
        let suite = SchemaSuite(folder: try #require(corpora))
        let results = try suite.results("draft2020-12/optional/format", SchemaOptions(assertsFormats: true))
        print("corpus json-schema format \(results.passed)/\(results.count)")
        #expect(results.count > 500)
        #expect(results.wrong == [])
    }

    @Test(
        "Each value of the other optional tests is valid or invalid as the suite says, with known exceptions.",
        .enabled(if: corpora != nil, "REHEARSAL_CORPORA does not name the folder of the corpora")
    )
    func optional() throws {
        let suite = SchemaSuite(folder: try #require(corpora))
        let results = try suite.results("draft2020-12/optional", SchemaOptions())
        print("corpus json-schema optional \(results.passed)/\(results.count)")
        for name in results.wrong { print("    \(name)") }
        #expect(results.count > 100)
        // The dialect 2019-09 is not supported, and the schema is rejected with that reason.
        #expect(results.wrong.count == 1 && results.wrong[0].hasPrefix("cross-draft.json: "))
    }
}

/// The files of the suite.
private struct SchemaSuite {
    let folder: URL

    struct Results {
        var count = 0
        var wrong: [String] = []
        var passed: Int { count - wrong.count }
    }

    init(folder: String) { self.folder = URL(filePath: folder).appending(path: "json-schema") }

    /// Returns the results of the files of one folder.
    func results(_ name: String, _ options: SchemaOptions) throws -> Results {
        let files = try FileManager.default.contentsOfDirectory(
            at: folder.appending(path: name),
            includingPropertiesForKeys: nil
        )
        var results = Results()
        for file in files.filter({ $0.pathExtension == "json" }).sorted(by: { $0.path < $1.path }) {
            for group in try Self.read(file).elements { add(group, file.lastPathComponent, options, to: &results) }
        }
        return results
    }

    private func add(_ group: JSON, _ file: String, _ options: SchemaOptions, to results: inout Results) {
        let title = "\(file): \(group["description"].text)"
        let schema: JSON.Schema
        do throws(SchemaProblem) {
            schema = try JSON.Schema(group["schema"] ?? .null, options: options, resolver: remote)
        } catch {
            results.count += group["tests"].map(\.elements.count) ?? 0
            results.wrong.append("\(title): \(error)")
            return
        }
        for test in group["tests"]?.elements ?? [] {
            results.count += 1
            let data = test["data"] ?? .null
            let validation = schema.validate(data)
            let isExpected = validation.isValid == (test["valid"] == true) && schema.isValid(data) == validation.isValid
            if !isExpected { results.wrong.append("\(title): \(test["description"].text)") }
        }
    }

    /// Returns the document of the suite's server.
    private func remote(_ uri: String) -> JSON? {
        let prefix = "http://localhost:1234/"
        guard uri.hasPrefix(prefix) else { return nil }
        return try? Self.read(folder.appending(path: "remotes/" + uri.dropFirst(prefix.count)))
    }

    private static func read(_ file: URL) throws -> JSON { try JSON(parsing: [UInt8](Data(contentsOf: file))) }
}

extension JSON {
    fileprivate var elements: [JSON] {
        guard case .array(let elements) = self else { return [] }
        return elements
    }
}

extension JSON? {
    fileprivate var text: String {
        guard case .string(let text)? = self else { return "" }
        return text
    }
}
