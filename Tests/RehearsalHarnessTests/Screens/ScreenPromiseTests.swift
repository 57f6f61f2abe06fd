import ReferenceClients
import ReferenceSubject
import RehearsalContracts
import RehearsalHarness
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("The promises of a screen", .limitedConcurrency)
struct ScreenPromiseTests {
    @Test("A correct screen keeps all promises.")
    func kept() async throws {
        let results = try await PromiseTrial.results(of: .screen(breaking: nil)) { FeaturesServices($0) }
        #expect(results.count == ScreenTemplate.allCases.count)
        for result in results { #expect(result.isPassOrMachineBusy, "\(result.id): \(result.findings)") }
    }

    @Test("A defect of a screen breaks exactly the promise about it.", arguments: ScreenTemplate.allCases)
    func broken(_ template: ScreenTemplate) async throws {
        let results = try await PromiseTrial.results(of: .screen(breaking: template)) { FeaturesServices($0) }
        for result in results where !result.isMachineBusy {
            let isExpected = result.rule == template.id(on: "faulty")
            #expect((result.verdict == .fail) == isExpected, "\(result.id): \(result.verdict) \(result.findings)")
        }
    }

    @Test("The screens of the users app keep their promises.")
    func users() async throws { try await expectKept(.users, screens: 1) { UsersServices($0) } }

    @Test("The screens of the shop app keep their promises.")
    func shop() async throws { try await expectKept(.shop, screens: 2) { ShopServices($0) } }

    @Test("The screens of the boundaries app keep their promises.")
    func boundaries() async throws { try await expectKept(.boundaries, screens: 2) { BoundariesServices($0) } }

    @Test("The screens of the parking app keep their promises.")
    func parking() async throws { try await expectKept(.parking, screens: 1) { ParkingServices($0) } }

    @Test("The screens of the features app keep their promises.")
    func features() async throws { try await expectKept(.features, screens: 2) { FeaturesServices($0) } }

    /// Expects that the promises of all screens of a contract are tried, and that none is broken.
    private func expectKept<Subject>(
        _ contract: Contract<Subject>,
        screens: Int,
        make: @escaping @Sendable (SubjectContext) async throws -> Subject,
    ) async throws {
        let results = try await PromiseTrial.results(of: contract, make: make)
        #expect(results.count { $0.id.hasPrefix("SCREEN-LATEST-") } == screens)
        for result in results { #expect(result.isPassOrMachineBusy, "\(result.id): \(result.findings)") }
    }
}
