import Foundation
import Rehearsal
import RehearsalContracts
import RehearsalHarness
import TestAdmission
import Testing

@Suite("The meaning of a client's error", .limitedConcurrency)
struct ErrorClassifierTests {
    private let sut = ErrorClassifier()

    /// Errors in the forms that teams write.
    private enum TeamError: Error {
        case httpError(Int)
        case refused(statusCode: Int, headers: [String: String], body: Data)
        case answered(Answer)
        case wrapped(any Error)
        case spotUnavailable
    }

    private struct Answer {
        var status = 503
        var headerFields = Fields(fields: ["retry-after": Fields.Field(name: "Retry-After", value: "7")])

        struct Fields {
            var fields: [String: Field]

            struct Field {
                var name: String
                var value: String
            }
        }
    }

    private struct Item: Decodable {
        var price: Int
    }

    private static func decodingError(_ json: String) throws -> any Error {
        do {
            _ = try JSONDecoder().decode([Item].self, from: Data(json.utf8))
        } catch {
            return error
        }
        throw TeamError.spotUnavailable
    }

    @Test("The status is found, with the headers and the body if the error has them.")
    func answers() {
        #expect(sut.outcome(of: TeamError.httpError(404)) == .http(status: 404))
        let refused = TeamError.refused(statusCode: 422, headers: ["X-A": "1"], body: Data("no".utf8))
        #expect(sut.outcome(of: refused) == .http(status: 422, headers: ["X-A": "1"], body: Array("no".utf8)))
        let answered = sut.outcome(of: TeamError.answered(Answer()))
        #expect(answered == .http(status: 503, headers: ["retry-after": "7"]))
    }

    @Test("A decoding error is found with its path, even within another error.")
    func decoding() throws {
        let missing = try Self.decodingError(#"[{"price": 1}, {}]"#)
        #expect(sut.outcome(of: missing) == .decoding(.keyNotFound, path: "$[1].price"))
        let wrong = try Self.decodingError(#"[{"price": "1"}]"#)
        #expect(sut.outcome(of: TeamError.wrapped(wrong)) == .decoding(.typeMismatch, path: "$[0].price"))
    }

    @Test("A cancellation is found under both of its names.")
    func cancelling() {
        #expect(sut.outcome(of: CancellationError()) == .cancelled)
        #expect(sut.outcome(of: NSError(domain: "NSURLErrorDomain", code: -999)) == .cancelled)
        #expect(sut.outcome(of: TeamError.wrapped(CancellationError())) == .cancelled)
    }

    @Test(
        "A code of URLSession keeps its meaning and its number.",
        arguments: [
            (-1001, .timeout), (-1003, .transport(.dns, code: -1003)), (-1004, .transport(.cannotConnect, code: -1004)),
            (-1005, .transport(.connectionLost, code: -1005)), (-1011, .transport(.badResponse, code: -1011)),
            (-1202, .transport(.tls, code: -1202)), (-1, .transport(.other, code: -1)),
        ] as [(Int, ClientOutcome)]
    )
    func codes(_ code: Int, _ outcome: ClientOutcome) {
        let error = NSError(domain: "NSURLErrorDomain", code: code)
        #expect(sut.outcome(of: error) == outcome)
        #expect(sut.outcome(of: TeamError.wrapped(error)) == outcome)
    }

    @Test("The type of an error is known, and whether its outcome was found in its payload or name.")
    func types() throws {
        let status = sut.thrownError(TeamError.httpError(404))
        #expect(status == ThrownError(type: "TeamError", guessedFrom: "TeamError.httpError"))
        #expect(sut.thrownError(CancellationError()) == ThrownError(type: "CancellationError"))
        #expect(sut.thrownError(NSError(domain: "NSURLErrorDomain", code: -1001)) == ThrownError(type: "URLError"))
        #expect(sut.thrownError(try Self.decodingError("[{}]")) == ThrownError(type: "DecodingError"))
        let own = ErrorClassifier { $0 is TeamError ? .domain("ours") : nil }
        #expect(own.thrownError(TeamError.spotUnavailable) == ThrownError(type: "TeamError"))
    }

    @Test("Any other error becomes a word of the app, and the team's classifier takes precedence.")
    func words() {
        #expect(sut.outcome(of: TeamError.spotUnavailable) == .domain("spotUnavailable"))
        let own = ErrorClassifier { $0 is TeamError ? .domain("ours") : nil }
        #expect(own.outcome(of: TeamError.httpError(404)) == .domain("ours"))
        #expect(own.outcome(of: CancellationError()) == .cancelled)
    }
}
