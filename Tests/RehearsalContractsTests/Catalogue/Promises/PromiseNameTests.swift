import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("The name of a promise", .limitedConcurrency)
struct PromiseNameTests {
    private static func problem(promise id: String = "P-1", of operation: String = "list") -> String? {
        var declaration = Declaration(name: "a client")
        declaration.operations = [Declaration.Operation(operation, .get, "/list", reply: .init(200))]
        declaration.promises = [Declaration.Promise(id, "It is kept.", of: operation, playing: "x")]
        return declaration.promiseProblem
    }

    @Test(
        "A name can contain letters of any language, digits, spaces and punctuation.",
        arguments: ["P-1", "Größe 2", "予約.1"]
    )
    func names(id: String) {
        #expect(Self.problem(promise: id) == nil)
    }

    @Test(
        "A name with invisible characters or separators of ids or patterns is rejected.",
        arguments: ["", "a/b", "a*", "a\nb", "a\u{85}b", "a\u{202E}b", "a\u{200B}b", "a\u{2028}b", "a\u{2029}b"]
    )
    func unseen(text: String) {
        #expect(
            Self.problem(promise: text)?.hasSuffix(
                "is not a name without / and *, of visible characters on one line"
            )
                == true
        )
        #expect(Self.problem(of: text)?.contains("the operation of P-1") == true)
    }

    @Test("A name that the decoding map uses is rejected.")
    func map() {
        #expect(Self.problem(promise: "MAP") == "MAP is reserved for clauses of the decoding map")
    }
}
