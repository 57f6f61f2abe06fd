import Rehearsal
import RehearsalDocuments

/// An import of a Mockoon environment. Routes are matched in order, and the first response with matching rules is sent.
struct MockoonImport {
    private(set) var imported: ImportedScenario
    private(set) var report: ImportReport
    private let file: ImportedFile

    init(name: String, _ file: ImportedFile) {
        (imported, self.file, report) = (ImportedScenario(name: name), file, ImportReport(of: file))
    }

    /// Imports the file and collects the notes on it.
    mutating func read(_ root: JSONDocument.Node) {
        let document = file.root(root)
        if root["routes"] == nil, let export = document.object() {
            // Exports of versions before 2021 list environments and single routes.
            export.ignore("source", "version")
            for element in export.array("data") {
                guard let item = element.object() else { continue }
                item.ignore("type", "item")
                if element.node["type"]?.string == "environment", let value = item["item"] {
                    read(environment: value)
                } else {
                    refuse(element, "only an environment can be imported, not a single route")
                }
                item.noteUnreadMembers()
            }
            export.noteUnreadMembers()
        } else {
            read(environment: document)
        }
        report.notes = file.notes
    }

    private mutating func refuse(_ value: ImportValue, _ problem: String) {
        report.refusedCount += 1
        value.refuse(problem)
    }

    private mutating func read(environment value: ImportValue) {
        guard let object = value.object() else {
            report.refusedCount += 1
            return
        }
        // These members do not affect replies: the address, the proxy settings, and the storage of the file.
        object.ignore("uuid", "lastMigration", "port", "hostname", "routesFolder", "proxyRemovePrefix", "proxyHost")
        object.ignore("proxyReqHeaders", "proxyResHeaders", "localIP")
        imported.summary = object.string("name").map { "\($0), from Mockoon." } ?? ""
        let settings = MockoonSettings(object)
        imported.cors = settings.cors
        noteUnsupportedSettings(object)
        let routes = object.array("routes")
        for value in ordered(routes, object) { add(MockoonRoute(value, settings)) }
        object.noteUnreadMembers()
    }

    private mutating func add(_ route: MockoonRoute) {
        if let resource = route.resource { imported.resources.append(resource) }
        guard !route.isRefused else {
            report.refusedCount += 1
            return
        }
        report.importedCount += 1
        if let name = route.variable, !imported.state.contains(where: { $0.name == name }) {
            imported.state.append(JSON.Member(name, 0))
        }
        for var endpoint in route.endpoints {
            endpoint.rank = -imported.endpoints.count
            imported.endpoints.append(endpoint)
        }
    }

    /// Adds notes on settings that a scenario does not support.
    private func noteUnsupportedSettings(_ object: ImportObjectReader) {
        if let proxy = object["proxyMode"], proxy.bool() == true {
            proxy.noteDifference(
                "a scenario does not forward requests",
                instead: "requests without a route are not forwarded"
            )
        }
        if let options = object["tlsOptions"] ?? object["https"] {
            if (options.node["enabled"] ?? options.node).bool == true {
                options.noteDifference("a scenario has no TLS certificate", instead: "it is served without TLS")
            }
        }
        _ = object["https"]
        for value in object.array("callbacks") {
            value.noteDifference(
                "a scenario does not send requests to other servers",
                instead: "the request is not sent"
            )
        }
    }

    /// Returns the routes in the order of the folder tree, in which Mockoon matches them.
    private func ordered(_ routes: [ImportValue], _ object: ImportObjectReader) -> [ImportValue] {
        let folders = object.array("folders")
        let children = object.array("rootChildren")
        guard !children.isEmpty else { return routes }
        var order: [String] = []
        var visited: Set<String> = []
        func visit(_ children: [JSONDocument.Node], depth: Int) {
            for child in children {
                guard let id = child["uuid"]?.string, depth < 32, visited.insert(id).inserted else { continue }
                order.append(id)
                let folder = folders.first { $0.node["uuid"]?.string == id }
                visit(folder?.node["children"].map { Array($0.elements) } ?? [], depth: depth + 1)
            }
        }
        visit(children.map(\.node), depth: 0)
        let positions = Dictionary(order.enumerated().map { ($0.element, $0.offset) }) { first, _ in first }
        func position(_ route: ImportValue) -> Int { route.node["uuid"]?.string.flatMap { positions[$0] } ?? .max }
        return routes.enumerated().sorted { (position($0.element), $0.offset) < (position($1.element), $1.offset) }
            .map(\.element)
    }
}

/// The settings that apply to every route of an environment.
struct MockoonSettings {
    let latency: Duration
    let headers: [ImportValue]
    let prefix: String
    let cors: Bool
    /// The values that templates can refer to.
    var environment = MockoonTemplateRenderer.Environment()

    init(_ object: ImportObjectReader) {
        prefix = object.string("endpointPrefix") ?? ""
        latency = object.milliseconds("latency") ?? .zero
        cors = object.bool("cors") ?? false
        headers = object.array("headers")
        for bucket in object.array("data") {
            guard let object = bucket.object(), let content = object["value"] else { continue }
            object.ignore("uuid", "documentation")
            let (id, name) = (object.string("id") ?? "", object.string("name") ?? "")
            environment.buckets.append(MockoonBucket(content, id: id, name: name))
            object.noteUnreadMembers()
        }
    }
}

/// A data bucket. Its template is rendered once, at import.
struct MockoonBucket {
    /// The template of the bucket in the file.
    var value: ImportValue
    var id: String
    var name: String
    var content: Content
    /// Whether the content has random values or times, which were generated at import.
    var hasGenerated = false

    /// The rendered template of a bucket.
    enum Content {
        case constant(JSON)
        /// A text that contains values of the request.
        case parts([MockoonPart])
        case refused(HandlebarsTemplate.Malformed)
    }

    init(_ value: ImportValue, id: String, name: String) {
        (self.value, self.id, self.name) = (value, id, name)
        let text = value.node.string ?? ""
        var template = MockoonTemplateRenderer(.init(generatesAll: true), seed: value.path)
        do throws(HandlebarsTemplate.Malformed) {
            let parts = try template.render(text)
            content = parts.constantText.map { Content.constant(parts.json ?? .string($0)) } ?? .parts(parts)
            hasGenerated = template.hasGenerated
        } catch {
            content = .refused(error)
        }
    }
}
