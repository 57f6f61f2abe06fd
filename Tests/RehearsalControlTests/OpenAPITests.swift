import Rehearsal
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalControl

@Suite("The description of the control API", .limitedConcurrency)
struct OpenAPITests {
    /// A program of PyPI that generates valid and invalid requests from an OpenAPI document.
    private static let generator = BoundedRun.find("schemathesis")

    @Test("The description contains every operation once and every schema that it refers to.")
    func complete() throws {
        let document = OpenAPI.document(version: "1")
        let ids = ControlOperation.all.map(\.id)
        #expect(Set(ids).count == ids.count)
        for operation in ControlOperation.all {
            let described = document["paths"]?[operation.path]?[operation.method.lowercased()]
            #expect(described?["operationId"] == .string(operation.id))
            guard let schema = operation.success.schema else { continue }
            #expect(document["components"]?["schemas"]?[schema] != nil, "\(schema)")
        }
    }

    @Test(
        "Generated requests find no difference from the description.",
        .enabled(if: generator != nil, "needs schemathesis")
    )
    func agreement() async throws {
        let sut = try ControlCase {
            // The generator also requests long waits and endless journals.
            ($0.maxWait, $0.maxStreamDuration) = (.milliseconds(50), .milliseconds(50))
            $0.token = "only-for-this-run"
        }
        let folder = try ScratchFolder([
            // A valid body with a scenario that cannot be played results in 422, which a schema cannot express.
            "schemathesis.toml": """
            [checks]
            positive_data_acceptance.expected-statuses = ["2xx", 401, 403, 404, 409, 422]
            """
        ])
        let words = [
            "run", "\(sut.control.origin)/openapi.json", "--header", "Authorization: Bearer \(sut.control.token)",
            "--checks", "all", "--max-examples", "8", "--seed", "7", "--request-timeout", "120", "--no-color",
            "--suppress-health-check", "all",
        ]
        let line = ([Self.generator ?? ""] + words).map { "'\($0)'" }.joined(separator: " ")
        // The generator writes its results to the current folder.
        let command = "cd '\(folder.path)' && exec \(line)"
        let run = try await BoundedRun.run("/bin/sh", ["-c", command], seconds: 900, withErrors: true)
        guard case .exited(0) = run.end else {
            Issue.record("\(run.end): \(run.output)")
            return
        }
        #expect(run.output.contains("\(ControlOperation.all.count) selected / \(ControlOperation.all.count) total"))
    }
}
