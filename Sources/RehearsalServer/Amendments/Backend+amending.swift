public import Rehearsal
import RehearsalPlatform

// A change of the running scenario keeps its variables, the state of its policies, the positions of its sequences and
// the replies that wait for a hold. `play(_:)` and `reset()` remove all changes.
extension Backend {
    /// The active overlays, the uppermost last.
    public var overlays: [Overlay] { amendments.overlays(of: self) }

    /// Activates an overlay, which then lies above the scenario and above the other overlays.
    ///
    /// Variables, policies, sequences and waiting replies continue. An active overlay of the same name is replaced.
    /// `play(_:)` and `reset()` deactivate all overlays.
    ///
    /// - Throws: ``StartError`` if an endpoint of the overlay is not valid.
    public func activate(_ overlay: Overlay) throws(StartError) { try amendments.activate(overlay, on: self) }

    /// Deactivates the overlay of this name; without an effect if none is active.
    public func deactivate(_ overlay: Overlay) throws(StartError) {
        try amendments.deactivate(overlay.name, on: self)
    }

    /// Adds an endpoint to the running scenario, until another scenario is played or this one is reset.
    ///
    /// It answers requests that no endpoint of the scenario matches, unless it has a higher priority.
    ///
    /// - Throws: ``StartError`` if the endpoint is not valid.
    public func add(_ endpoint: Scenario.Endpoint) throws(StartError) { try amendments.add([endpoint], to: self) }

    /// Makes the next request with a method and a path fail.
    ///
    /// The request receives the reply that it would receive otherwise, with this fault instead of the faults of that
    /// reply. The sequence of the endpoint does not advance. Several calls for one path fail as many requests.
    ///
    /// - Parameters:
    ///   - method: the method; `.any` for every method.
    ///   - path: the path of the request, or the path of an endpoint with its placeholders.
    /// - Throws: ``StartError`` if the path is not valid, or the reply cannot have the fault.
    public func failNext(
        _ method: Scenario.Method,
        _ path: Scenario.PathPattern,
        with fault: Fault,
    ) throws(StartError) {
        try amendments.setNextReply(to: method, path, named: fault.description, on: self) { next in
            var reply = next ?? Scenario.Reply()
            reply.faults = [fault]
            reply.hold = nil
            reply.then = Scenario.Change()
            return reply
        }
    }

    /// Cancels the calls of ``failNext(_:_:with:)`` whose request has not arrived.
    public func cancelNextFaults() throws(StartError) { try amendments.cancelNextReplies(on: self) }

    /// Restarts the current scenario: its sequences, state and network states begin again, as with ``play(_:)``.
    ///
    /// Overlays, added endpoints and other changes of the running scenario are removed.
    public func reset() throws(StartError) { try play(amendments.base(of: self)) }
}

extension Backend {
    /// Returns the items of a resource of the scenario, at most 1,000.
    ///
    /// - Parameter resource: the path of the resource: `/users`.
    /// - Throws: ``ItemError`` if the scenario has no such resource.
    public func items(of resource: Scenario.PathPattern) throws(ItemError) -> [JSON] {
        try itemList(of: resource).items
    }

    /// Adds an item to a resource. The resource assigns an ID to an item without one.
    ///
    /// - Throws: ``ItemError`` if the scenario has no such resource, or the resource does not accept the item.
    public func addItem(_ item: JSON, to resource: Scenario.PathPattern) throws(ItemError) {
        try changeItem(nil, of: resource, to: item)
    }

    /// Replaces the item of a resource that has an ID.
    ///
    /// - Throws: ``ItemError`` if no item has the ID, or the resource does not accept the new item.
    public func replaceItem(_ id: String, of resource: Scenario.PathPattern, by item: JSON) throws(ItemError) {
        try changeItem(id, of: resource, to: item)
    }

    /// Removes the item of a resource that has an ID.
    ///
    /// - Throws: ``ItemError`` if no item has the ID.
    public func removeItem(_ id: String, from resource: Scenario.PathPattern) throws(ItemError) {
        try changeItem(id, of: resource, to: nil)
    }

    /// The error of an item that cannot be read or changed.
    public struct ItemError: Error, Sendable, CustomStringConvertible {
        /// The cause.
        public let description: String
        /// The status that an HTTP client would receive: 400, 404, 409 or 422.
        package let status: Int

        package init(description: String, status: Int) { (self.description, self.status) = (description, status) }
    }

    /// The items of a resource.
    package struct ItemList: Sendable {
        package let items: [JSON]
        /// The number of all items of the resource.
        package let total: Int
        /// The name of the member that identifies an item.
        package let id: String
    }

    /// The maximum number of items that are read.
    private static let maximumItems = 1_000

    package func itemList(of path: Scenario.PathPattern) throws(ItemError) -> ItemList {
        let run = session.run
        let resource = try resource(at: path, of: run.scenario)
        let list = session.lock.withLock {
            run.latest.state.pointee.policyState?.items(of: resource.path.text, limit: Self.maximumItems)
        }
        guard let list else { throw ItemError(description: "the resource \(path.text) has no list", status: 404) }
        return ItemList(items: list.items, total: list.total, id: resource.id)
    }

    private func resource(
        at path: Scenario.PathPattern,
        of scenario: Scenario,
    ) throws(ItemError) -> Scenario.Resource {
        let resources = scenario.resources
        if let resource = resources.first(where: { $0.path.text == path.text }) { return resource }
        let names = resources.map(\.path.text).joined(separator: ", ")
        throw ItemError(
            description: "the scenario has no resource \"\(path.text)\"; "
                + (names.isEmpty ? "it has no resources" : "its resources are: \(names)"),
            status: 404
        )
    }

    /// Changes members of the item with an ID. The other members stay.
    package func changeMembers(
        _ changes: [JSON.Member],
        ofItem id: String,
        of path: Scenario.PathPattern,
    ) throws(ItemError) {
        try updateItem(id, of: path) { members in
            for change in changes {
                if let index = members.firstIndex(where: { $0.name == change.name }) {
                    members[index] = change
                } else {
                    members.append(change)
                }
            }
        }
    }

    /// Changes the item with an ID according to its current members.
    ///
    /// - Parameter change: the change, which is repeated if another client changes the item at the same time.
    package func updateItem(
        _ id: String,
        of path: Scenario.PathPattern,
        _ change: (inout [JSON.Member]) -> Void,
    ) throws(ItemError) {
        let target = try target(ofItem: id, of: path)
        while true {
            guard let current = resourceReply(to: "GET", target), (200..<300).contains(current.status),
                let tag = current.headers["ETag"],
                case .bytes(let bytes, _) = current.body, case .object(var members)? = try? JSON(parsing: bytes)
            else { throw ItemError(description: "the resource \(path.text) has no item with that ID", status: 404) }
            change(&members)
            let reply = resourceReply(to: "PUT", target, .object(members), ifMatch: tag)
            // 412 Precondition Failed: the item is no longer the one that was changed.
            if reply?.status != 412 { return try check(reply, of: path) }
        }
    }

    private func target(ofItem id: String, of path: Scenario.PathPattern) throws(ItemError) -> String {
        "\(try resource(at: path, of: scenario).path.text)/\(String(decoding: PercentEncoding.escaped(id.utf8), as: UTF8.self))"
    }

    /// Adds an item, replaces the item with an ID, or removes it.
    ///
    /// - Parameters:
    ///   - id: the ID of the item to replace or to remove; nil to add an item.
    ///   - item: the new item; nil to remove the item with the ID.
    package func changeItem(_ id: String?, of path: Scenario.PathPattern, to item: JSON?) throws(ItemError) {
        let target =
            if let id { try target(ofItem: id, of: path) } else { try resource(at: path, of: scenario).path.text }
        let method = id == nil ? "POST" : item == nil ? "DELETE" : "PUT"
        try check(resourceReply(to: method, target, item), of: path)
    }

    /// Throws the error that a reply of a resource describes, if any.
    private func check(_ reply: Scenario.Reply?, of path: Scenario.PathPattern) throws(ItemError) {
        guard let reply else {
            throw ItemError(description: "the resource \(path.text) has no item with that ID", status: 404)
        }
        guard !(200..<300).contains(reply.status) else { return }
        let detail = if case .problem(let problem) = reply.body { problem["detail"] } else { JSON?.none }
        let text = if case .string(let text)? = detail { text } else { "the resource does not accept the item" }
        throw ItemError(description: text, status: [404, 409].contains(reply.status) ? reply.status : 422)
    }
}
