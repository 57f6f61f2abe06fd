import RehearsalPlatform
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import Rehearsal
@testable import RehearsalDocuments

@Suite("The schema and the reader", .limitedConcurrency)
struct SchemaAgreementTests {
    @Test("The schema and the reader accept and reject the same generated documents.")
    func agreement() async throws {
        // The comparison takes seconds and would block a thread of the cooperative pool.
        let found = try await runBlocking { Self.compare() }
        for disagreement in found.disagreements { Issue.record("\(disagreement)") }
        #expect(found.accepted > 400, "\(found.accepted) are accepted, \(found.rejected) rejected")
        #expect(found.rejected > 400, "\(found.accepted) are accepted, \(found.rejected) rejected")
        #expect(found.unknown == [])
    }

    /// The counts and disagreements of the schema and the reader for many documents.
    private struct Comparison: Sendable {
        var (accepted, rejected) = (0, 0)
        var disagreements: [String] = []
        /// Keywords and patterns that the tests do not support.
        var unknown: Set<String> = []
    }

    private static func compare() -> Comparison {
        var generator = DocumentGenerator(seed: 20_260_301)
        let validator = SchemaValidator(ScenarioSchema.json)
        var found = Comparison()
        for round in 0..<2_000 where found.disagreements.count < 10 {
            var document = generator.document()
            for _ in 0..<(round % 3) { document = generator.mutated(document) }
            let findings = ScenarioFiles.loadText(document.bytes(), path: "a.jsonc").diagnostics
            let errors = findings.filter { $0.severity == .error }
            let isAccepted = validator.accepts(document)
            if isAccepted { found.accepted += 1 } else { found.rejected += 1 }
            if isAccepted == errors.isEmpty { continue }
            if isAccepted, errors.allSatisfy(ReaderOnly.knows) { continue }
            let result = errors.isEmpty ? "the reader accepts it" : errors.map(\.text).joined(separator: "\n")
            found.disagreements.append(
                "the schema \(isAccepted ? "accepts" : "rejects") \(String(decoding: document.bytes(), as: UTF8.self))\n\(result)"
            )
        }
        found.unknown = validator.unknown.union(generator.unknown)
        return found
    }

    @Test("The schema accepts every scenario of this package.")
    func shipped() throws {
        let validator = SchemaValidator(ScenarioSchema.json)
        let folder = FilePath.folder(of: #filePath) + "/../../../../Scenarios/"
        for name in LibraryTests.files {
            let bytes = try FileSystem.read(folder + name + ".jsonc", limit: 1 << 20)
            let document = try JSONDocument(parsing: bytes, options: .relaxed)
            #expect(validator.accepts(document.root.value), "\(name)")
        }
    }

    @Test(
        "The Python package jsonschema accepts and rejects the same documents as the test's validator.",
        .enabled("needs python3 with jsonschema") { await PythonModule.isInstalled("jsonschema") }
    )
    func reference() async throws {
        var generator = DocumentGenerator(seed: 7)
        let validator = SchemaValidator(ScenarioSchema.json)
        let documents = (0..<300).map { round in
            let document = generator.document()
            return round % 2 == 0 ? document : generator.mutated(document)
        }
        let file: JSON = ["schema": ScenarioSchema.json, "documents": .array(documents)]
        let folder = try ScratchFolder(["samples.json": String(decoding: file.bytes(), as: UTF8.self)])
        let verdicts = try await Python.run(JSONSchemaInPython.script, folder["samples.json"])
        #expect(verdicts.first == "schema is valid")
        #expect(verdicts.count == documents.count + 1)
        for (verdict, document) in zip(verdicts.dropFirst(), documents) {
            let expected = validator.accepts(document) ? "accepted" : "rejected"
            #expect(verdict == expected, "\(String(decoding: document.bytes(), as: UTF8.self))")
        }
    }
}

/// A program that validates documents with the Python package jsonschema.
enum JSONSchemaInPython {
    static let script = #"""
        import json, re, sys
        from jsonschema import Draft202012Validator
        samples = json.load(open(sys.argv[1]))
        # In Python `$` also matches before a final newline; in ECMA-262, which JSON Schema uses, it does not.
        schema = re.sub(r'(?<!\\)\$"', lambda _: r'\\Z"', json.dumps(samples["schema"]))
        samples["schema"] = json.loads(schema)
        Draft202012Validator.check_schema(samples["schema"])
        print("schema is valid")
        validator = Draft202012Validator(samples["schema"])
        for document in samples["documents"]:
            print("accepted" if validator.is_valid(document) else "rejected")
        """#
}
