import RehearsalPlatform
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import Rehearsal
@testable import RehearsalDocuments

@Suite("The schema and the reader", .admitted)
struct SchemaAgreementTests {
    /// A document, and whether the schema takes it.
    private struct Sample {
        var text: String
        var isTaken: Bool
    }

    @Test("What one of them takes the other takes, in right documents and in wrong ones.")
    func agreement() async throws {
        // It takes seconds, and the threads that tasks share have others waiting.
        let found = try await onThread { Self.compare() }
        for disagreement in found.disagreements { Issue.record("\(disagreement)") }
        #expect(found.taken > 400 && found.refused > 400, "\(found.taken) are taken, \(found.refused) refused")
        #expect(found.unknown == [])
    }

    /// What came of asking both about many documents.
    private struct Comparison: Sendable {
        var (taken, refused) = (0, 0)
        var disagreements: [String] = []
        /// Keywords and patterns that the tests know nothing of.
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
            let isTaken = validator.accepts(document)
            if isTaken { found.taken += 1 } else { found.refused += 1 }
            if isTaken == errors.isEmpty { continue }
            if isTaken, errors.allSatisfy(ReaderOnly.knows) { continue }
            let said = errors.isEmpty ? "the reader takes it" : errors.map(\.text).joined(separator: "\n")
            found.disagreements.append(
                "the schema \(isTaken ? "takes" : "refuses") \(String(decoding: document.bytes(), as: UTF8.self))\n\(said)"
            )
        }
        found.unknown = validator.unknown.union(generator.unknown)
        return found
    }

    @Test("Every right document that ships is taken.")
    func shipped() throws {
        let validator = SchemaValidator(ScenarioSchema.json)
        let folder = FileName.folder(of: #filePath) + "/../../../../Scenarios/"
        for name in LibraryTests.files {
            let bytes = try FileSystem.read(folder + name + ".jsonc", limit: 1 << 20)
            let document = try JSONDocument(parsing: bytes, options: .relaxed)
            #expect(validator.accepts(document.root.value), "\(name)")
        }
    }

    @Test(
        "Another implementation reads the schema as ours does.",
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
            let ours = validator.accepts(document) ? "taken" : "refused"
            #expect(verdict == ours, "\(String(decoding: document.bytes(), as: UTF8.self))")
        }
    }
}

/// The reference implementation of JSON Schema in Python, where this machine has it.
enum JSONSchemaInPython {
    static let script = #"""
        import json, re, sys
        from jsonschema import Draft202012Validator
        samples = json.load(open(sys.argv[1]))
        # Python's $ takes a newline at the end too, and that of ECMA-262, which schemas mean, does not.
        schema = re.sub(r'(?<!\\)\$"', lambda _: r'\\Z"', json.dumps(samples["schema"]))
        samples["schema"] = json.loads(schema)
        Draft202012Validator.check_schema(samples["schema"])
        print("schema is valid")
        validator = Draft202012Validator(samples["schema"])
        for document in samples["documents"]:
            print("taken" if validator.is_valid(document) else "refused")
        """#
}
