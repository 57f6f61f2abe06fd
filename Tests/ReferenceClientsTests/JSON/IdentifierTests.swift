import Foundation
import TestAdmission
import Testing

@testable import ReferenceClients

@Suite("Identifiers and prices", .limitedConcurrency)
struct IdentifierTests {
    private struct Row: Decodable {
        var id: Identifier
        var price: Price
    }

    private func row(_ text: String) throws -> Row {
        try HTTPResponse(status: 200, body: Data(text.utf8)).value(Row.self)
    }

    @Test("An identity and a price are decoded.")
    func reads() throws {
        let row = try row(#"{"id": " 7", "price": 0}"#)
        #expect(row.id.value == " 7")
        #expect(row.price.value == 0)
    }

    @Test("A blank identity or a negative price throws an error with its path.")
    func refuses() throws {
        for (text, path) in [
            (#"{"id": "", "price": 1}"#, "id"), (#"{"id": " \t", "price": 1}"#, "id"),
            (#"{"id": "7", "price": -0.01}"#, "price"), (#"{"id": "7", "price": "-1"}"#, "price"),
            (#"{"id": null, "price": 1}"#, "id"),
        ] {
            let error = #expect(throws: NetworkError.self) { try row(text) }
            #expect(error?.codingPath == path, "\(text)")
        }
    }
}
