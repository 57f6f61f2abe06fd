import RehearsalContracts
import TestAdmission
import Testing

@testable import RehearsalCLI

@Suite("The page on exploring", .limitedConcurrency)
struct ExploringPageTests {
    @Test("The page lists each property with its sentence and its source.", arguments: Property.all.map(\.id))
    func properties(id: String) throws {
        let page = try #require(HelpPage.named("exploring")).markdown
        let text = page.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let property = try #require(Property.all.first { $0.id == id })
        #expect(text.contains("- term `\(id)`: \(property.sentence) (\(property.source))"))
    }
}
