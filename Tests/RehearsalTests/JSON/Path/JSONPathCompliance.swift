import Foundation
import TestAdmission
import Testing

@testable import Rehearsal

private let corpora = ProcessInfo.processInfo.environment["REHEARSAL_CORPORA"]

@Suite("The compliance suite of JSONPath", .limitedConcurrency)
struct JSONPathCompliance {
    @Test(
        "Each path of the compliance suite selects its expected nodes or is rejected.",
        .enabled(if: corpora != nil, "REHEARSAL_CORPORA does not name the folder of the corpora")
    )
    func corpus() throws {
        let file = URL(filePath: try #require(corpora)).appending(path: "jsonpath/cts.json")
        guard case .array(let cases)? = try JSON(parsing: [UInt8](Data(contentsOf: file)))["tests"] else {
            Issue.record("\(file.path) holds no tests")
            return
        }
        let wrong = cases.filter { !Self.holds($0) }.map { $0["name"].map(\.shown) ?? "without a name" }
        print("corpus jsonpath \(cases.count - wrong.count)/\(cases.count)")
        #expect(!cases.isEmpty)
        #expect(wrong == [])
    }

    private static func holds(_ test: JSON) -> Bool {
        guard case .string(let selector)? = test["selector"] else { return false }
        guard let path = try? JSON.Path(selector) else { return test["invalid_selector"] == true }
        guard test["invalid_selector"] == nil, let document = test["document"] else { return false }
        guard let locations = path.locations(in: document), let nodes = path.nodes(in: document) else { return false }
        let found: [JSON] = [.array(nodes), .array(locations.map { .string($0.path) })]
        let isSame = nodes == locations.map(\.value) && path.hasMatch(in: document) == !nodes.isEmpty
        return isSame && expected(of: test).contains { JSON.array($0).isEquivalent(to: .array(found)) }
    }

    /// Each accepted list of values, with the list of their locations.
    private static func expected(of test: JSON) -> [[JSON]] {
        if let result = test["result"], let paths = test["result_paths"] { return [[result, paths]] }
        guard case .array(let results)? = test["results"], case .array(let paths)? = test["results_paths"],
            results.count == paths.count
        else { return [] }
        return zip(results, paths).map { [$0, $1] }
    }
}

extension JSON {
    fileprivate var shown: String { String(decoding: bytes(), as: UTF8.self) }
}
