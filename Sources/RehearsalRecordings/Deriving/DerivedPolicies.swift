import Rehearsal
import RehearsalDocuments

/// What a recording shows of the rules of its backend, as policies of a scenario.
///
/// A policy takes the place of recorded refusals only if it would have refused the same requests and no other.
struct DerivedPolicies {
    private(set) var auth: JSON?
    private(set) var quotas: [JSON] = []
    /// Entries that policies answer in the place of endpoints, by their indices.
    private(set) var answered: Set<Int> = []
    /// Lines about the scenario as a whole.
    private(set) var comments: [String] = []
    /// Lines about the endpoint that answers an entry, by its index.
    private(set) var remarks: [Int: String] = [:]

    /// - Parameters:
    ///   - atRoot: the entries that are played at `/`, by their indices; the others share their target with a host
    ///     before them.
    ///   - reference: to an entry, by its index.
    init(_ recording: Recording, atRoot: Set<Int>, _ reference: (Int) -> String) {
        do throws(DerivedScenario.Impossible) {
            if let bearer = try DerivedBearer(recording, atRoot: atRoot) {
                auth = bearer.document(reference)
                answered = bearer.denied
                comments += bearer.comments(in: recording)
            }
        } catch {
            comments.append("A 401 was answered and a new token taken; it stays a sequence: \(error).")
        }
        addQuotas(recording, atRoot, reference)
    }

    private mutating func addQuotas(_ recording: Recording, _ atRoot: Set<Int>, _ reference: (Int) -> String) {
        var order: [Asked] = []
        var groups: [Asked: [Int]] = [:]
        for (index, entry) in recording.entries.enumerated() {
            let asked = Asked(method: entry.method, path: entry.target.path)
            if groups[asked] == nil { order.append(asked) }
            groups[asked, default: []].append(index)
        }
        for asked in order {
            let entries = groups[asked] ?? []
            let counted = entries.filter { !answered.contains($0) }
            let first = counted.first { recording.entries[$0].reply.status == 429 && atRoot.contains($0) }
            guard let first else { continue }
            do throws(DerivedScenario.Impossible) {
                if counted.count < entries.count {
                    throw DerivedScenario.Impossible("it is not known whether requests without a good token count")
                }
                if Set(entries.map { recording.entries[$0].origin }).count > 1 {
                    throw DerivedScenario.Impossible("several hosts answer it, and a limit is for all of them")
                }
                // A limit on GET holds for HEAD as well.
                if asked.method == .get, groups[Asked(method: .head, path: asked.path)] != nil {
                    throw DerivedScenario.Impossible("HEAD was recorded too, and it is not known whether it counts")
                }
                let quota = try DerivedQuota(counted, in: recording)
                quotas.append(quota.document(reference))
                answered.formUnion(quota.refused)
                comments.append(quota.comment(in: recording))
            } catch {
                remarks[first] = "The 429 stays in the sequence: \(error)."
            }
        }
    }

    private struct Asked: Hashable {
        let method: Scenario.Method
        let path: Scenario.PathPattern
    }
}
