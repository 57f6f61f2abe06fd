import TestAdmission
import Testing

@testable import Rehearsal

@Suite("Placeholders in a recording", .limitedConcurrency)
struct PlaceholderTests {
    @Test("Each spelling of a placeholder is recognized, and other texts are not.")
    func spellings() {
        #expect(Placeholder.numbered(42, in: .text) == "[redacted 00000042]")
        #expect(Placeholder.numbered(42, in: .cookie) == "redacted-00000042")
        for text in ["[redacted 00000042]", "redacted-00000042", "[redacted]", "[redacted 3f2a9c01]"] {
            #expect(Placeholder.isPlaceholder(text))
            #expect(Placeholder.hasPlaceholder(Array("a\(text)b".utf8)))
        }
        for text in ["redacted", "[redacted 42]", "[redacted 0000004x]", "redacted-0000004", ""] {
            #expect(!Placeholder.isPlaceholder(text))
        }
    }

    @Test("The numbers of placeholders are found in each spelling, including in a percent-encoded URL.")
    func numbers() {
        let text = "[redacted 00000007] redacted-00000009 %5Bredacted%2000000011%5D redacted"
        #expect(Placeholder.numbers(in: Array(text.utf8)) == [7, 9, 11])
    }

    @Test(
        "A placeholder matches any non-empty text, and the text around it matches itself.",
        arguments: [
            ("[redacted 00000001]", "s3cret", true), ("[redacted 00000001]", "", false),
            ("Bearer [redacted]", "Bearer x", true),
            ("Bearer [redacted]", "Basic x", false), ("a-redacted-00000001-b", "a-xyz-b", true),
            ("a-redacted-00000001-b", "a--b", false), ("[redacted] and [redacted]", "x and y", true),
            ("[redacted] and [redacted]", "x or y", false), ("plain", "plain", true), ("plain", "other", false),
        ]
    )
    func covers(_ recorded: String, _ value: String, _ isCovered: Bool) {
        #expect(Placeholder.matches(Array(recorded.utf8), Array(value.utf8)) == isCovered)
    }

    @Test("A recorded document matches one with the real values, including a number.")
    func documents() {
        let recorded: JSON = ["user": "ann", "password": "[redacted 00000001]", "pin": "[redacted 00000002]"]
        #expect(
            JSON.object([.init("pin", 1234), .init("user", "ann"), .init("password", "x")]).isEquivalent(
                toRecorded: recorded
            )
        )
        #expect(
            !JSON.object([.init("pin", 1234), .init("user", "bob"), .init("password", "x")]).isEquivalent(
                toRecorded: recorded
            )
        )
        #expect(!JSON.number(JSON.Number(text: "5")).isEquivalent(to: "5"))
        #expect(!JSON.number(JSON.Number(text: "5")).isEquivalent(toRecorded: "5"))
    }

    @Test("A recorded name that is a placeholder matches any unmatched name with an equivalent value.")
    func names() throws {
        let recorded = try JSON(parsing: #"{"[redacted 00000001]":{"n":1},"x-[redacted 00000002]":2,"b":3}"#)
        let same = [#"{"b":3,"key":{"n":1},"x-2":2}"#, #"{"key":{"n":1},"b":3,"x-another":2}"#]
        for text in same { #expect(try JSON(parsing: text).isEquivalent(toRecorded: recorded), "\(text)") }
        let others = [
            #"{"b":3,"key":{"n":2},"x-2":2}"#, #"{"b":3,"key":{"n":1},"y-2":2}"#, #"{"key":{"n":1},"x-2":2}"#,
            #"{"c":3,"key":{"n":1},"x-2":2}"#, #"{"b":3,"key":{"n":1},"x-2":2,"d":4}"#,
        ]
        for text in others { #expect(!(try JSON(parsing: text).isEquivalent(toRecorded: recorded)), "\(text)") }
        #expect(!(try JSON(parsing: same[0]).isEquivalent(to: recorded)))
        let numbered = try JSON(parsing: #"{"[redacted 00000008]":1}"#)
        #expect(numbered.normalizingPlaceholders == (try JSON(parsing: #"{"[redacted]":1}"#)))
    }
}
