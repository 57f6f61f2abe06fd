import Foundation
import ReferenceClients
import Rehearsal
import RehearsalContracts
import RehearsalHarness
import RehearsalTestSupport
import RehearsalVerify
import TestAdmission
import Testing

@Suite("A client tried in this process", .limitedConcurrency)
struct InProcessTests {
    private static let contract = Contract<ParkingSpotService>(
        "ParkingSpotService",
        operations: [
            .value(
                "fetchParkingSpots",
                .get("/api/v1/parking_spots"),
                recorded: .json("[]"),
                golden: []
            ) { try await $0.fetchParkingSpots() }
        ]
    )

    @Test("An operation runs in parallel only if it is marked for it.")
    func parallel() {
        var contract = Self.contract
        contract.operations.append(
            .void("ping", .get("/ping"), recorded: .reply(204)) { _ in }.inParallel
        )
        let subject = InProcessSubject(contract) { trial in
            ParkingSpotService(client: APIClient(baseURL: trial.baseURL, timeout: trial.timeout, retry: .none))
        }
        #expect(subject.declaration.features.parallel)
        #expect(subject.declaration.operations.map(\.isParallel) == [false, true])
    }

    @Test("A correct client passes.")
    func passes() async {
        let subject = InProcessSubject(Self.contract) { trial in
            ParkingSpotService(client: APIClient(baseURL: trial.baseURL, timeout: trial.timeout, retry: .none))
        }
        let report = await ContractRun(subject).report()
        #expect(report.failures.map { "\($0.id): \($0.findings)" } == [])
        #expect(report.results.count { $0.isPassOrMachineBusy } >= 4)
    }
}
