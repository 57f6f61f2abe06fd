import Rehearsal

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

    init(_ recording: Recording, _ reference: (Int) -> String) {
        do throws(DerivedScenario.Impossible) {
            if let bearer = try DerivedBearer(recording) {
                auth = bearer.document(reference)
                answered = bearer.denied
                comments += bearer.comments(in: recording)
            }
        } catch {
            comments.append("A 401 was answered and a new token taken; it stays a sequence: \(error).")
        }
        addQuotas(recording, reference)
    }

    private mutating func addQuotas(_ recording: Recording, _ reference: (Int) -> String) {
        var order: [String] = []
        var groups: [String: [Int]] = [:]
        var denied: Set<String> = []
        for (index, entry) in recording.entries.enumerated() {
            let label = "\(entry.method.rawValue) \(entry.target.path.text)"
            if answered.contains(index) {
                denied.insert(label)
                continue
            }
            if groups[label] == nil { order.append(label) }
            groups[label, default: []].append(index)
        }
        for label in order {
            let entries = groups[label] ?? []
            guard let first = entries.first(where: { recording.entries[$0].reply.status == 429 }) else { continue }
            do throws(DerivedScenario.Impossible) {
                if denied.contains(label) {
                    throw DerivedScenario.Impossible("it is not known whether requests without a good token count")
                }
                let quota = try DerivedQuota(entries, in: recording)
                quotas.append(quota.document(reference))
                answered.formUnion(quota.refused)
                comments.append(quota.comment(in: recording))
            } catch {
                remarks[first] = "The 429 stays in the sequence: \(error)."
            }
        }
    }
}
