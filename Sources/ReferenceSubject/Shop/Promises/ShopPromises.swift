import ReferenceClients
import Rehearsal
import RehearsalContracts
import RehearsalHarness

/// What the shop promises beside what is asked of all clients.
enum ShopPromises {
    typealias Promise = Contract<ShopServices>.Promise

    static let all: [Promise] = offline + reached + answers + input + pages + placing + users + screens + requests

    /// A scenario of the shop, and what a client must have done in the end.
    static func scenario(_ name: String, expect expectations: JSON = []) -> JSON {
        ["extends": .string("apps/shop/\(name)"), "expect": expectations]
    }

    /// A backend where all is well but for one answer.
    static func answering(_ method: String, _ path: JSON, _ replies: JSON...) -> JSON {
        [
            "extends": "apps/shop/happy-path",
            "endpoints": [.object([.init(method, path), .init("replies", .array(replies))])],
        ]
    }

    /// No request, of whatever kind.
    static let silence: JSON = [["any": "/**", "count": 0]]

    /// What a call fails with, as reports say it: `http(404)`; `a value` if it returns.
    static func failure(_ call: () async throws -> some Any) async -> String {
        do {
            _ = try await call()
            return "a value"
        } catch {
            return ErrorClassifier(own: ShopOutcome.of).outcome(of: error).description
        }
    }
}
