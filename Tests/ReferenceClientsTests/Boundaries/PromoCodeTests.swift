import Foundation
import ReferenceClients
import RehearsalTesting
import TestAdmission
import Testing

@Suite("A promo code", .limitedConcurrency)
struct PromoCodeTests {
    @Test("A promo code is trimmed and can be redeemed once.", .backend("apps/boundaries/happy-path"))
    func redeems() async throws {
        let backend = try Backend.current
        let sut = backend.boundaries().redeemPromoCode
        let redemption = try await sut.execute(" WELCOME10 ")
        #expect(redemption == Redemption(code: "WELCOME10", discount: try amount("9.95")))
        await #expect(throws: PromoCodeError.alreadyRedeemed) { try await sut.execute("WELCOME10") }
        #expect(
            backend.journal.requests == Array(repeating: "POST /promo-codes/WELCOME10/redemptions", count: 2)
        )
        #expect(backend.journal.entries.map(\.body.length) == [0, 0])
    }

    @Test("An unknown or expired promo code throws an error of its own.", .backend("apps/boundaries/happy-path"))
    func refused() async throws {
        let sut = try Backend.current.boundaries().redeemPromoCode
        await #expect(throws: PromoCodeError.expired) { try await sut.execute("SUMMER25") }
        await #expect(throws: PromoCodeError.unknown) { try await sut.execute("NOSUCH") }
        let words = [PromoCodeError.unknown, .alreadyRedeemed, .expired].map(\.localizedDescription)
        #expect(words == ["This code does not exist.", "This code has been used.", "This code has expired."])
    }

    @Test("A promo code is encoded as one path segment.", .backend("apps/boundaries/happy-path"))
    func escaped() async throws {
        let backend = try Backend.current
        await #expect(throws: PromoCodeError.unknown) {
            try await backend.boundaries().redeemPromoCode.execute("../10%?")
        }
        #expect(backend.journal.entries.map(\.target) == ["/promo-codes/..%2F10%25%3F/redemptions"])
    }

    @Test("An outage throws a network error.", .backend("apps/boundaries/outage-for-ever"))
    func outage() async throws {
        let backend = try Backend.current
        let error = try await networkError { try await backend.boundaries().redeemPromoCode.execute("WELCOME10") }
        #expect(error.failure?.status == 503)
        #expect(backend.journal.count == 1)
    }
}
