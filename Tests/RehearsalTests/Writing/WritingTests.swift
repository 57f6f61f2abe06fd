import Rehearsal
import TestAdmission
import Testing

@Suite("Text in other formats", .limitedConcurrency)
struct WritingTests {
    @Test("Marks that change the direction of text are escaped like control characters.")
    func printable() {
        #expect("a\u{202E}b\u{7}".printable == "a\\u{202e}b\\u{7}")
        #expect("déjà vu →".printable == "déjà vu →")
    }

    @Test("Markup characters are escaped in elements and in attributes.")
    func markup() {
        #expect("<a b=\"c\" d='e'>&amp;".escapedMarkup == "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;amp;")
        #expect("\u{0}\u{FFFF}\n".escapedMarkup == "\\u{0}\\u{ffff}\\u{a}")
    }

    @Test("A fence is longer than any fence in its block, and Markdown characters are escaped.")
    func markdown() {
        #expect(Markdown.fenced(["````", "x"]) == ["`````text", "````", "x", "`````"])
        #expect(Markdown.escaped("a|*b*\u{7}") == "a\\|\\*b\\*\\\\u\\{7\\}")
    }

    @Test("Characters that end a workflow command or a property are escaped.")
    func annotation() {
        let sut = Annotation(.warning, title: "a,b:c", file: "x.swift", line: 3, message: "50%\nof it: all")
        #expect(sut.text == "::warning file=x.swift,line=3,title=a%2Cb%3Ac::50%25%0Aof it: all")
    }
}
