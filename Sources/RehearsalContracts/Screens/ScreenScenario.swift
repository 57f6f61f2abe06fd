package import Rehearsal

/// The scenario of a promise about a screen: the replies to its requests, and the holds that order them.
package struct ScreenScenario: Sendable {
    private let template: ScreenTemplate
    private let operation: Declaration.Operation
    private let deletion: Declaration.Operation?
    private let others: [Declaration.Operation]
    private let rejection: Scenario.Reply

    /// Creates the scenario of a promise. The replies of the operations must have been loaded.
    ///
    /// - Parameters:
    ///   - template: the template of the promise.
    ///   - promise: the promise, whose operation the screen loads.
    ///   - declaration: the declaration of the client.
    package init(_ template: ScreenTemplate, of promise: Declaration.Promise, in declaration: Declaration) {
        let operation = declaration.operation(of: promise)
        let deletion = declaration.operations.first { $0.name == promise.deletion }
        (self.template, self.operation, self.deletion) = (template, operation, deletion)
        others = declaration.operations.filter { $0.name != operation.name && $0.name != deletion?.name }
        rejection = Scenario.Reply(declaration.retry.statuses.contains(400) ? 422 : 400)
    }

    /// The scenario. The last reply of each endpoint repeats.
    package var scenario: Scenario {
        var endpoints = [Scenario.Endpoint(operation.method, operation.pattern, replies: replies, priority: 2)]
        if let deletion {
            let reply = template == .rollsBackOnFailure ? rejection : deletion.recordedReply
            endpoints.append(
                Scenario.Endpoint(
                    deletion.method,
                    Scenario.PathPattern(stringLiteral: deletion.rowDirectory + "{row}"),
                    replies: [reply],
                    priority: 1
                )
            )
        }
        endpoints += ScreenCheckpoint.allCases.map(\.endpoint)
        endpoints += others.map { Scenario.Endpoint($0.method, $0.pattern, replies: [$0.recordedReply]) }
        return Scenario("screen", endpoints: endpoints)
    }

    private var replies: [Scenario.Reply] {
        let reply = operation.recordedReply
        switch template {
        case .errorClearedBySuccess: return [rejection, reply]
        case .failureIsShown: return [rejection, reply, rejection]
        case .latestWins:
            var late = olderReply
            late.hold = ScreenCheckpoint.late
            return [reply, olderReply, late, reply]
        case .cancelledIsNotAnError:
            var held = reply
            held.hold = ScreenCheckpoint.late
            return [held]
        case .forgetsOnLogout, .deleteByIdentity, .rollsBackOnFailure, .noDuplicateRows: return [reply]
        }
    }

    /// A reply with a value other than the recorded one; a failure if the recorded reply cannot be changed.
    private var olderReply: Scenario.Reply {
        guard let document = operation.reply.document,
            let body = Self.shortened(document.root.value) ?? renamed(document.root.value)
        else { return rejection }
        return operation.makeReply(body: body.bytes())
    }

    /// Returns a document without the last element of its list; nil if it has no list with elements.
    private static func shortened(_ json: JSON) -> JSON? {
        switch json {
        case .array(let elements): return elements.isEmpty ? nil : .array(elements.dropLast())
        case .object(var members):
            for index in members.indices {
                guard case .array(let elements) = members[index].value, case .object? = elements.last else { continue }
                members[index].value = .array(elements.dropLast())
                return .object(members)
            }
            return nil
        default: return nil
        }
    }

    /// Returns an object in which the first text that is declared as a string, and is not an identifier, is longer.
    private func renamed(_ json: JSON) -> JSON? {
        guard case .object(var members) = json else { return nil }
        let texts = operation.fields?.filter { $0.kind == .string && !$0.path.lowercased().hasSuffix("id") } ?? []
        for index in members.indices where texts.contains(where: { $0.path == "$.\(members[index].name)" }) {
            guard case .string(let text) = members[index].value else { continue }
            members[index].value = .string("\(text) (older)")
            return .object(members)
        }
        return nil
    }

    /// The holds that the harness releases when requests have arrived.
    package var releases: [TestCase.Release] {
        let load = Journal.Query(operation.method, operation.pattern)
        let arrived = { (count: Int) in
            TestCase.Release(hold: ScreenCheckpoint.arrival.name ?? "", query: load, count: count)
        }
        let release = TestCase.Release(
            hold: ScreenCheckpoint.late.name ?? "",
            query: .get(Scenario.PathPattern(stringLiteral: ScreenCheckpoint.release.path)),
            count: 1
        )
        return switch template {
        case .latestWins: [arrived(3), release]
        case .cancelledIsNotAnError: [arrived(1)]
        default: []
        }
    }
}

extension Declaration {
    /// Returns the scenario of a promise: that of its template, or the one that its source names or contains.
    ///
    /// - Parameter load: returns the scenario of a source.
    package func scenario(of promise: Promise, loading load: (JSON) throws -> Scenario) throws -> Scenario {
        guard let template = promise.template else { return try load(promise.source) }
        var declaration = self
        for index in operations.indices {
            guard let name = operations[index].reply.recording else { continue }
            let source: JSON = ["endpoints": [["get": "/", "replies": [["recording": .string(name)]]]]]
            guard let reply = try load(source).endpoints.first?.replies.first else { continue }
            declaration.operations[index].reply = RecordedReply(reply)
        }
        return ScreenScenario(template, of: promise, in: declaration).scenario
    }
}

extension Declaration.RecordedReply {
    /// Creates a recorded reply from a reply of a scenario.
    fileprivate init(_ reply: Scenario.Reply) {
        self.init(reply.status, headers: reply.headers)
        switch reply.body {
        case .json(let json): body = json.bytes()
        case .text(let text): body = Array(text.utf8)
        case .bytes(let bytes, let type):
            body = bytes
            if let type, headers["Content-Type"] == nil { headers.append("Content-Type", type) }
        default: break
        }
    }
}
