import TestAdmission
import Testing

@testable import Rehearsal

@Suite("Functions in paths", .admitted)
struct JSONPathFunctionTests {
    /// Whether a condition holds of a value.
    private func holds(_ condition: String, _ value: JSON) throws -> Bool {
        try #require(JSON.Path("$[?\(condition)]").nodes(in: [value])).count == 1
    }

    @Test("A length is that of a text in scalars, of an array or of an object; nothing else has one.")
    func length() throws {
        #expect(try holds("length(@) == 3", "e\u{301}😀"))
        #expect(try holds("length(@) == 0", ""))
        #expect(try holds("length(@) == 2", [1, [2, 3]]))
        #expect(try holds("length(@) == 2", ["a": 1, "b": 2]))
        #expect(try holds("length('abc') == 3 && length(value(@.*)) == 1", ["x"]))
        for value: JSON in [nil, true, 12] { #expect(try holds("length(@) == @.none", value)) }
    }

    @Test("A count has each value as often as it is selected, and the value of a query is its only one.")
    func count() throws {
        #expect(try holds("count(@.*) == 2 && count(@[0, 0, 1]) == 3 && count(@.none) == 0", [1, 2]))
        #expect(try holds("value(@[0]) == 1 && value(@[0, 1]) == @.none && value(@.none) == @.none", [1, 2]))
        #expect(try holds("value(@[1, 1]) != 2", [1, 2]))
    }

    @Test("A match is of the whole of a text, a search of a part; what is no text has neither.")
    func patterns() throws {
        #expect(try holds("match(@, 'ab+c') && search(@, 'b+') && !match(@, 'b+')", "abbc"))
        #expect(try holds("match(@[0], @[1]) && search(@[0], value(@[1:]))", ["\u{E9}", "."]))
        for value: JSON in [nil, true, 1, ["b"], ["b": "b"]] {
            #expect(try !holds("match(@, 'b') || search(@, '') || match('b', @) || search('b', @)", value))
        }
        #expect(try !holds("match(@, @.none) || search(@.none, 'a') || match('1', 1)", "a"))
    }

    @Test("A pattern of the document that is none matches nothing; one of the path is refused.")
    func malformedPatterns() throws {
        #expect(try holds("!match('(', @) && !search('(', @)", "("))
        let error = #expect(throws: JSON.Path.Malformed.self) { try JSON.Path("$[?search(@, '(')]") }
        #expect(error?.offset == 14)
    }
}
