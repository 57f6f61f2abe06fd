import Foundation
import TestAdmission
import Testing

@testable import RehearsalJSON

private let corpora = ProcessInfo.processInfo.environment["REHEARSAL_CORPORA"]

@Suite("The test suite of YAML", .limitedConcurrency)
struct YAMLCorpus {
    @Test(
        "Each case of the suite equals its JSON, or is rejected if it is an error.",
        .enabled(if: corpora != nil, "REHEARSAL_CORPORA does not name the folder of the corpora")
    )
    func corpus() throws {
        let file = URL(filePath: try #require(corpora)).appending(path: "yaml/cases.json")
        guard case .array(let cases) = try JSON(parsing: [UInt8](Data(contentsOf: file))) else {
            Issue.record("\(file.path) holds no cases")
            return
        }
        let wrong = cases.compactMap { Self.difference($0) }
        print("corpus yaml \(cases.count - wrong.count)/\(cases.count)")
        #expect(!cases.isEmpty)
        #expect(wrong == [])
        let ids = Set(cases.compactMap { $0["id"]?.idText })
        #expect(ids.isSuperset(of: Self.rejected.keys))
        #expect(ids.isSuperset(of: Self.accepted.keys))
    }

    /// Returns a description of the difference between the expected and the actual result; nil if there is none.
    private static func difference(_ test: JSON) -> String? {
        guard case .string(let yaml)? = test["yaml"], let id = test["id"]?.idText else { return "a case has no id" }
        let documents: JSON
        do throws(JSONSyntaxError) {
            documents = .array(try JSONDocument.yamlDocuments(in: Array(yaml.utf8)).map(\.root.value))
        } catch {
            if test["error"] == true { return nil }
            if let reason = rejected[id], error.message.contains(reason) { return nil }
            return "\(id) is rejected: \(error)"
        }
        if test["error"] == true || rejected[id] != nil { return "\(id) is accepted" }
        let json = accepted[id].flatMap { try? JSON(parsing: $0) } ?? test["json"]
        guard let json else { return "\(id) has no JSON" }
        if documents.isEquivalent(to: json) { return nil }
        return "\(id) is \(String(decoding: documents.bytes(), as: UTF8.self))"
    }

    private static let complexKey = "found a mapping or a sequence as a key"

    /// Valid cases that are out of scope, with a part of the reason in the message.
    ///
    /// Names of JSON are strings, so that a mapping or a sequence cannot be a key, and 2JQS has an empty key twice. The
    /// suite skips ZYU8: "%YAML 1.1 1.2" is valid by the grammar only, and H7TQ rejects a similar line.
    private static let rejected = [
        "2JQS": "found the key \"\" twice",
        "4FJ6": complexKey, "6PBE": complexKey, "9MMW": complexKey, "KK5P": complexKey, "LX3P": complexKey,
        "M2N8/00": complexKey, "M2N8/01": complexKey, "M5DY": complexKey, "Q9WF": complexKey, "RZP5": complexKey,
        "SBG9": complexKey, "V9D5": complexKey, "X38W": complexKey, "XW4D": complexKey,
        // A sequence with an anchor as the first key of a mapping with an anchor.
        "6BFJ": "found a second anchor or tag",
        "ZYU8/02": "the line of a directive ends",
    ]

    /// The documents of valid cases without JSON in the suite, by their events. An empty key is an empty name.
    private static let accepted = [
        "2G84/03": #"[""]"#,
        "4ABK": #"[{"unquoted": "separate", "http://foo.com": null, "omitted value": null}]"#,
        "4MUZ/01": #"[{"foo": "bar"}]"#,
        "6M2F": #"[{"a": "b", "": "a"}]"#,
        "96NN/01": #"[{"foo": "\tbar"}]"#,
        "CFD4": #"[[[{"": "empty key"}], [{"": "another empty key"}]]]"#,
        "DFF7": #"[{"explicit": "entry", "implicit": "entry", "": null}]"#,
        "FH7J": #"[["", {"": "a", "b": ""}, {"": null}]]"#,
        "FRK4": #"[{"foo": null, "": "bar"}]"#,
        "JEF9/02": #"[["\n"]]"#,
        "MUS6/03": "[null]", "MUS6/04": "[null]", "MUS6/05": "[null]", "MUS6/06": "[null]",
        "NHX8": #"[{"": null}]"#,
        "NKF9": #"[{"key": "value", "": "empty key"}, {"key": "value", "": "empty key"}, {"": null}, {"": null}]"#,
        "PW8X": #"[[null, "a", {"": "a", "b": null}, {"": null}, {"": null}, {"": null}]]"#,
        "S3PD": #"[{"plain key": "in-line value", "": null, "quoted key": ["entry"]}]"#,
        // The suite has the events of a mapping with an empty key, and null in place of JSON.
        "SM9W/01": #"[{"": null}]"#,
        "UKK6/00": #"[[{"": null}]]"#,
        "ZYU8/01": "[null]", "ZYU8/03": "[null]",
    ]
}
