import Foundation
import ReferenceClients
import TestAdmission
import Testing

@Suite("A stored model of the shop", .limitedConcurrency)
struct StoredModelTests {
    /// The model that is decoded from its encoded form.
    private func stored<Model: Codable>(_ model: Model) throws -> Model {
        try JSONDecoder().decode(Model.self, from: JSONEncoder().encode(model))
    }

    @Test("A stored model equals the model that is read back.")
    func roundTrip() throws {
        let photo = try #require(URL(string: "https://api.shop.example/photo"))
        let (robin, lamp) = (try ShopUser.robin(photo: photo), try Product.lamp(images: [photo]))
        #expect(try stored(robin) == robin)
        #expect(try stored(lamp) == lamp)
        #expect(try stored(Order.paid()) == Order.paid())
    }

    @Test("A stored order keeps a status that the app does not know.")
    func unknownStatus() throws {
        let order = try Order.paid(status: .unknown("awaiting_pickup"))
        #expect(try stored(order) == order)
    }

    @Test("A stored amount is a string with all its digits.")
    func amount() throws {
        let document = try JSONEncoder().encode(Product.lamp())
        let members = try #require(try JSONSerialization.jsonObject(with: document) as? [String: Any])
        #expect(members["price"] as? String == "29.9")
        #expect(members["id"] as? String == "11")
    }
}
