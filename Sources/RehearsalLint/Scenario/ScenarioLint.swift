import Rehearsal
import RehearsalDocuments

/// The checks of a valid document for endpoints, replies, conditions and variables that never take effect.
///
/// Each finding is true for every request and every order of requests.
struct ScenarioLint {
    let scenario: Scenario
    let compiledScenario: CompiledScenario
    let subject: LintChecks.Document
    let source: SourceText
    /// The nodes of the document's endpoints and noise, in the order of the scenario.
    let nodes: [JSONDocument.Node]
    var findings: [Diagnostic] = []

    /// Checks a document; nil if the scenario cannot be compiled.
    ///
    /// - Parameters:
    ///   - contract: the API document of the scenario; nil for none.
    ///   - contracts: the API documents that earlier checks compiled.
    init?(
        of subject: LintChecks.Document,
        in scenario: Scenario,
        under contract: LoadedAPIDocument?,
        from contracts: ContractCache
    ) {
        guard let compiledScenario = try? CompiledScenario(scenario) else { return nil }
        self.scenario = scenario
        self.compiledScenario = compiledScenario
        self.subject = subject
        source = SourceText(path: subject.path, bytes: subject.root.document.bytes)
        nodes = ["endpoints", "noise"].flatMap { subject.root[$0].map { Array($0.elements) } ?? [] }
        reportShadows()
        reportAmbiguities()
        reportUnreachableStates()
        reportUnusedVariables()
        reportUnsetVariables()
        if let contract { reportViolations(of: contract, contracts.compiled(contract)) }
        findings.sort { left, right in
            guard let left = left.position, let right = right.position else { return false }
            return (left.line, left.column) < (right.line, right.column)
        }
    }

    mutating func report(
        _ code: Diagnostic.Code,
        at range: Range<Int>,
        _ message: String,
        hint: String,
        see topic: String,
        severity: Diagnostic.Severity = .warning,
    ) {
        let see = "rehearsal lint --explain \(topic)"
        findings.append(source.diagnostic(severity, code, at: range, message, hint: hint, see: see))
    }

    private mutating func reportShadows() {
        for shadow in compiledScenario.shadows(inLayer: subject.layer) {
            guard let range = target(of: shadow.endpoint) else { continue }
            let rule = compiledScenario.rule(putting: shadow.coveringEndpoint, before: shadow.endpoint)
            let verb = compiledScenario.endpoints[shadow.endpoint].overlay == nil ? "answers" : "applies"
            let message = """
                \(compiledScenario.endpoints[shadow.endpoint].displayName) never \(verb): \(named(shadow.coveringEndpoint)) matches every request \
                that this endpoint matches, and \(Self.reasons[rule] ?? "")
                """
            let hint = #"remove one of them, give this one a higher "priority", or add a condition to the other"#
            report(.shadowed, at: range, message, hint: hint, see: "endpoint")
        }
    }

    private mutating func reportAmbiguities() {
        for rivalry in compiledScenario.ambiguousPairs(inLayer: subject.layer) {
            guard let range = target(of: rivalry.second) else { continue }
            let message = """
                a request can match both \(compiledScenario.endpoints[rivalry.second].displayName) and \(named(rivalry.first)), \
                and only the order in this document decides which of them answers
                """
            report(.ambiguous, at: range, message, hint: #"give one of them a "priority""#, see: "endpoint")
        }
    }

    private static let reasons: [PrecedenceRule: String] = [
        .noise: "noise is matched last", .layer: "its document takes precedence", .priority: "has the higher priority",
        .condition: "has a condition", .path: "has the more specific path", .order: "comes before it",
    ]

    /// Returns the label of an endpoint with its position: `any /api/** in line 3`.
    private func named(_ rank: Int) -> String {
        let endpoint = compiledScenario.endpoints[rank]
        let line = target(of: rank).map { " in line \(source.line(of: $0.lowerBound))" } ?? ""
        return endpoint.displayName + line
    }

    /// Returns the position of an endpoint's method and path; nil if it belongs to another document.
    private func target(of rank: Int) -> Range<Int>? {
        target(ofEndpoint: compiledScenario.endpoints[rank].sourceIndex)
    }

    /// Returns the position of an endpoint by its index in the scenario; nil if it belongs to another document.
    func target(ofEndpoint sourceIndex: Int) -> Range<Int>? {
        let index = sourceIndex - subject.firstEndpoint
        guard nodes.indices.contains(index) else { return nil }
        let member = nodes[index].members.first { TargetFormat.keys.contains($0.name) }
        return member.map { $0.nameRange.lowerBound..<$0.value.range.upperBound } ?? nodes[index].range
    }
}
