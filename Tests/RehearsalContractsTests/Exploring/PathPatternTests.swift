import TestAdmission
import Testing

@testable import RehearsalContracts

@Suite("Paths of requests and operations", .limitedConcurrency)
struct PathPatternTests {
    @Test(
        "A path matches a pattern with the same segments, of which a placeholder is any one and two stars are any number.",
        arguments: [
            ("/notes", "/notes", true), ("/notes/", "notes", true), ("//notes", "/notes", true), ("/", "", true),
            ("/notes", "/note", false), ("/note", "/notes", false), ("/notes/1", "/notes", false),
            ("/notes", "/notes/{id}", false), ("/notes/1", "/notes/{id}", true), ("/notes/1/2", "/notes/{id}", false),
            ("/notes", "/notes/**", true), ("/notes/1/2", "/notes/**", true), ("/pages/1", "/notes/**", false),
            ("/a/b", "/{x}/**/b", false), ("/a/**/b", "/{x}/**/b", true), ("", "/**", true),
        ]
    )
    func matching(_ path: String, _ pattern: String, _ isMatch: Bool) {
        #expect(ExploredContract.isPath(path, matching: pattern) == isMatch)
    }
}
