import Rehearsal
import RehearsalDocuments
import RehearsalOpenAPI
import RehearsalPlatform

/// The API documents that a run of `rehearsal lint` has compiled, because several scenarios may name the same one.
final class ContractCache: Sendable {
    /// A compiled document with the findings about the document itself.
    struct Compiled: Sendable {
        let contract: APIContract
        let findings: [Diagnostic]

        fileprivate init(_ loaded: LoadedAPIDocument) {
            contract = APIContract(loaded.document)
            let structure = StructureCheck(loaded.document).problems
            findings = loaded.diagnostics(of: structure + contract.problems + ExampleCheck(contract).problems)
        }

        /// Whether a document has the same files with the same contents.
        fileprivate func hasContents(of loaded: LoadedAPIDocument) -> Bool {
            contract.document.files.elementsEqual(loaded.document.files) { left, right in
                left.path == right.path && left.document.bytes == right.document.bytes
            }
        }
    }

    private struct State {
        /// The compiled documents by path.
        var compiled: [String: Compiled] = [:]
        var count = 0
    }

    private let state = Locked(State())

    /// The number of times that a document was compiled.
    var compiledCount: Int { state.withLock { $0.count } }

    /// Returns a document compiled, which happens once unless its files change.
    func compiled(_ loaded: LoadedAPIDocument) -> Compiled {
        let path = loaded.document.files[0].path
        if let known = state.withLock({ $0.compiled[path] }), known.hasContents(of: loaded) { return known }
        let new = Compiled(loaded)
        state.withLock { state in
            state.compiled[path] = new
            state.count += 1
        }
        return new
    }
}
