import Rehearsal
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalOpenAPI

@Suite("Enforcement of OpenAPI documents of other authors", .limitedConcurrency)
struct EnforcementCorpus {
    /// The least numbers of requests by kind. A smaller number says that a kind is no longer generated.
    private static let leastCounts = [
        "valid": 1_330, "missing body": 152, "missing parameter": 138, "missing security": 239,
        "unacceptable Accept": 530, "wrong content type": 439, "wrong style": 402, "wrong type": 312,
        "wrong type of the body": 241,
    ]

    @Test(
        "A valid request gets a reply that the document permits, and an invalid one is refused with its violation.",
        .enabled(if: CorpusDocument.corpora != nil, "REHEARSAL_CORPORA does not name the folder of the corpora")
    )
    func corpus() async throws {
        var result = EnforcementResult()
        let documents = try await CorpusDocument.forEach { sut in
            result += try await EnforcedDocument.result(sut.name, sut.document, sut.scenario)
        }
        print("corpus openapi enforcement \(result.passed)/\(result.total) requests to \(documents) documents")
        for (kind, count) in result.counts.sorted(by: { $0.key < $1.key }) { print("  \(kind): \(count)") }
        for (exception, count) in result.exceptions.sorted(by: { $0.key < $1.key }) {
            print("  \(exception): \(count)")
        }
        #expect(documents > 100)
        #expect(result.failures == [])
        for (kind, least) in Self.leastCounts {
            #expect(result.counts[kind, default: 0] >= least, "\(kind)")
        }
        let kinds = InvalidSample.Kind.allCases.map(\.rawValue) + ["valid"]
        #expect(Set(Self.leastCounts.keys) == Set(kinds))
    }
}

/// The result of the requests to a backend that enforces a document.
struct EnforcementResult {
    private(set) var passed = 0
    /// The requests whose reply is another one than expected, as `document: METHOD path: kind: reason`.
    private(set) var failures: [String] = []
    /// The numbers of requests by kind.
    private(set) var counts: [String: Int] = [:]
    /// The numbers of requests whose reply differs for a reason, as `document: reason`.
    private(set) var exceptions: [String: Int] = [:]

    var total: Int { counts.values.reduce(0, +) }

    mutating func addPass(_ kind: String) {
        counts[kind, default: 0] += 1
        passed += 1
    }

    mutating func addFailure(_ kind: String, _ failure: String) {
        counts[kind, default: 0] += 1
        failures.append(failure)
    }

    mutating func addException(_ kind: String, _ exception: String) {
        counts[kind, default: 0] += 1
        exceptions[exception, default: 0] += 1
    }

    static func += (left: inout EnforcementResult, right: EnforcementResult) {
        left.passed += right.passed
        left.failures += right.failures
        left.counts.merge(right.counts, uniquingKeysWith: +)
        left.exceptions.merge(right.exceptions, uniquingKeysWith: +)
    }
}

/// A backend that plays a document and enforces it.
private struct EnforcedDocument {
    let contract: APIContract
    let backend: Backend
    private var client: RawClient

    /// Returns the result of the valid and the invalid requests to all operations of a document.
    static func result(
        _ name: String,
        _ document: OpenAPIDocument,
        _ scenario: Scenario
    ) async throws -> EnforcementResult {
        var sut = try await EnforcedDocument(document, scenario)
        let sampler = RequestSampler(document)
        var result = EnforcementResult()
        for (index, operation) in document.operations.enumerated() {
            let requests = sampler.requests(to: operation)
            func add(_ kind: String, _ request: SampleRequest, _ failure: String?) {
                guard let failure else { return result.addPass(kind) }
                if let reason = EnforcementException.reason(failure, operation, request) {
                    return result.addException(kind, "\(name): \(reason)")
                }
                result.addFailure(kind, "\(name): \(operation.method) \(operation.path): \(kind): \(failure)")
            }
            for request in requests { add("valid", request, try await sut.failure(ofValid: request, to: index)) }
            let invalid = InvalidSamples(document: document, operation: operation, valid: requests[0])
            for sample in invalid.all { add(sample.kind.rawValue, sample.request, try await sut.failure(of: sample)) }
        }
        await sut.backend.stop()
        return result
    }

    private init(_ document: OpenAPIDocument, _ scenario: Scenario) async throws {
        contract = APIContract(document)
        var scenario = scenario
        scenario.requestCheck = contract.requestCheck
        backend = try Backend.start(scenario)
        client = try await RawClient(port: backend.port)
    }

    /// Sends a request, over a new connection if the server has closed the last one.
    private mutating func response(to request: SampleRequest) async throws -> RawClient.Response? {
        let isHead = request.method == "HEAD"
        await client.send(request.bytes)
        let response = await client.response(toHead: isHead)
        if response == nil || response?.header("Connection") == "close" {
            client = try await RawClient(port: backend.port)
        }
        return response
    }

    private mutating func failure(ofValid request: SampleRequest, to operation: Int) async throws -> String? {
        guard let response = try await response(to: request) else { return "no reply" }
        let fields = response.head.split(separator: "\r\n").dropFirst().map { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            return Scenario.Headers.Field(String(parts[0]), parts.count > 1 ? String(parts[1].drop { $0 == " " }) : "")
        }
        if response.text.contains("urn:rehearsal:problem") { return "\(response.status): \(response.text)" }
        let reply = ContractReply(response.status, headers: .init(fields), body: response.body)
        let violations = contract.check(reply, to: operation, method: request.method)
        return violations.first.map { "the reply violates the document: \(contract.text(of: $0))" }
    }

    private mutating func failure(of sample: InvalidSample) async throws -> String? {
        guard let response = try await response(to: sample.request) else { return "no reply" }
        guard response.status == sample.kind.status else {
            return "\(response.status) instead of \(sample.kind.status): \(response.text)"
        }
        if sample.request.method == "HEAD" { return nil }
        guard case .array(let violations)? = (try? JSON(parsing: response.body))?["violations"] else {
            return "no violations: \(response.text)"
        }
        let isListed = violations.contains { violation in
            guard case .string(let place)? = violation["place"] else { return false }
            return violation["kind"] == .string(sample.kind.violation.rawValue) && place.contains(":")
        }
        return isListed ? nil : "another violation: \(response.text)"
    }
}
