import TestAdmission
import Testing

@testable import Rehearsal

@Suite("Functions in paths", .limitedConcurrency)
struct JSONPathFunctionTests {
    /// Whether the condition holds for the value.
    private func holds(_ condition: String, _ value: JSON) throws -> Bool {
        try #require(JSON.Path("$[?\(condition)]").nodes(in: [value])).count == 1
    }

    @Test("Texts, arrays and objects have a length, and other values have none.")
    func length() throws {
        #expect(try holds("length(@) == 3", "e\u{301}😀"))
        #expect(try holds("length(@) == 0", ""))
        #expect(try holds("length(@) == 2", [1, [2, 3]]))
        #expect(try holds("length(@) == 2", ["a": 1, "b": 2]))
        #expect(try holds("length('abc') == 3 && length(value(@.*)) == 1", ["x"]))
        for value: JSON in [nil, true, 12] { #expect(try holds("length(@) == @.none", value)) }
    }

    @Test("A count includes repeated nodes, and a value requires exactly one node.")
    func count() throws {
        #expect(try holds("count(@.*) == 2 && count(@[0, 0, 1]) == 3 && count(@.none) == 0", [1, 2]))
        #expect(try holds("value(@[0]) == 1 && value(@[0, 1]) == @.none && value(@.none) == @.none", [1, 2]))
        #expect(try holds("value(@[1, 1]) != 2", [1, 2]))
    }

    @Test("A match covers the whole text and a search a part of it, and both fail for other values.")
    func patterns() throws {
        #expect(try holds("match(@, 'ab+c') && search(@, 'b+') && !match(@, 'b+')", "abbc"))
        #expect(try holds("match(@[0], @[1]) && search(@[0], value(@[1:]))", ["\u{E9}", "."]))
        for value: JSON in [nil, true, 1, ["b"], ["b": "b"]] {
            #expect(try !holds("match(@, 'b') || search(@, '') || match('b', @) || search('b', @)", value))
        }
        #expect(try !holds("match(@, @.none) || search(@.none, 'a') || match('1', 1)", "a"))
    }

    @Test("An invalid pattern from the document matches nothing, and one in the path is rejected.")
    func malformedPatterns() throws {
        #expect(try holds("!match('(', @) && !search('(', @)", "("))
        let error = #expect(throws: JSON.Path.Malformed.self) { try JSON.Path("$[?search(@, '(')]") }
        #expect(error?.offset == 14)
    }
}
