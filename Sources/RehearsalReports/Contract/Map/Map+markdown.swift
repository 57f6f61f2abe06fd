import Rehearsal
import RehearsalContracts

extension WrittenReport.Map {
    /// The map as a table, folded away; what must not be stands above it.
    var markdown: [String] {
        let title = Markdown.escaped("Decoding map of \(operation): \(summary)")
        let losses = losses.isEmpty ? [] : [""] + Markdown.fenced(lossLines)
        let heads = families.map(\.title).joined(separator: " | ")
        let table = rows.map { row in
            let cells = families.map { row.worst($0)?.title ?? "" }.map { $0 == "swallowed" ? "**swallowed**" : $0 }
            let field = row.field == "$" ? "the whole body" : row.field
            return "| \(Markdown.escaped(field)) | \(cells.joined(separator: " | ")) |"
        }
        return losses + ["", "<details><summary>\(title)</summary>", "", "| | \(heads) |"]
            + ["|---|" + families.map { _ in "---|" }.joined()] + table + ["", "</details>"]
    }
}
