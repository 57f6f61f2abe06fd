import Rehearsal

extension DocumentReader {
    /// What stands under `idempotency`: one policy, or a list of them.
    mutating func idempotency(_ node: JSONDocument.Node) -> [Scenario.Idempotency] {
        let nodes = node.kind == .array ? Array(node.elements) : [node]
        return nodes.compactMap { policy($0) }
    }

    private mutating func policy(_ node: JSONDocument.Node) -> Scenario.Idempotency? {
        guard let fields = fields(of: node, .idempotency) else { return nil }
        let target = target(fields, of: "\"idempotency\"")
        let required = fields["required"].flatMap { bool($0, in: "\"required\"") } ?? false
        var header = "Idempotency-Key"
        if let node = fields["header"], let name = string(node, in: "\"header\"") {
            if HeaderRules.isToken(name) {
                header = name
            } else {
                let hint = #"write "Idempotency-Key""#
                let message = "\(name.quoted) is no name of a header"
                report(.badValue, at: node.range, message, hint: hint, see: "idempotency")
            }
        }
        return target.map { Scenario.Idempotency(header: header, $0.0, $0.1, required: required) }
    }
}
