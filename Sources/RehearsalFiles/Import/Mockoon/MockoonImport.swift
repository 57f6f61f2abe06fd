import Rehearsal

/// Reads a Mockoon environment: its routes are asked from top to bottom, and of each the first response whose rules
/// hold.
struct MockoonImport {
    var imported: ImportedScenario
    var reader: ImportReader
    var report: ImportReport
    var latency = Duration.zero
    var headers: [ImportValue] = []
    var prefix = ""
    /// What the templates of the route that is being read may name.
    var environment = MockoonTemplate.Environment()
    /// The decisions on the request that the templates of the current response make.
    var decisions = MockoonDecisions()
    /// Whether the report says that values were generated.
    var hasToldGenerated = false

    init(name: String, _ source: SourceText, file: @escaping (String) -> [UInt8]?) {
        imported = ImportedScenario(name: name)
        reader = ImportReader(source, .mockoon)
        reader.file = file
        report = ImportReport(path: source.path, format: .mockoon)
    }

    /// Reads all of the file, and keeps what cannot be said.
    mutating func read(_ root: JSONDocument.Node) {
        let whole = ImportValue(node: root, path: "")
        if root["routes"] == nil, let export = reader.object(whole) {
            // As versions before 2021 wrote it: environments and single routes in a list.
            export.ignore("source", "version")
            for element in reader.array(export["data"]) {
                guard let item = reader.object(element) else { continue }
                item.ignore("type", "item")
                if element.node["type"]?.string == "environment", let value = item["item"] {
                    read(environment: value)
                } else {
                    refuse(element, "only environments are imported")
                }
                reader.finish(item)
            }
            reader.finish(export)
        } else {
            read(environment: whole)
        }
        report.notes = reader.notes
    }

    mutating func refuse(_ value: ImportValue, _ problem: String) {
        report.refused += 1
        reader.refuse(value, problem)
    }

    private mutating func read(environment value: ImportValue) {
        guard let object = reader.object(value) else {
            report.refused += 1
            return
        }
        // Where Mockoon listens, and how it keeps its files.
        object.ignore("uuid", "lastMigration", "port", "hostname", "routesFolder", "proxyRemovePrefix", "proxyHost")
        object.ignore("proxyReqHeaders", "proxyResHeaders", "localIP")
        imported.summary = reader.string(object["name"]).map { "\($0), from Mockoon." } ?? ""
        prefix = reader.string(object["endpointPrefix"]) ?? ""
        latency = reader.milliseconds(object["latency"]) ?? .zero
        imported.cors = reader.bool(object["cors"]) ?? false
        headers = reader.array(object["headers"])
        environment = MockoonTemplate.Environment()
        readBuckets(object["data"])
        tellForeign(object)
        let routes = reader.array(object["routes"])
        for value in ordered(routes, object) { route(value) }
        reader.finish(object)
    }

    private mutating func readBuckets(_ value: ImportValue?) {
        for bucket in reader.array(value) {
            guard let object = reader.object(bucket), let content = object["value"] else { continue }
            object.ignore("uuid", "documentation")
            let (id, name) = (reader.string(object["id"]) ?? "", reader.string(object["name"]) ?? "")
            environment.buckets.append(MockoonBucket(content, id: id, name: name))
            reader.finish(object)
        }
    }

    private mutating func tellForeign(_ object: ImportObject) {
        if let proxy = object["proxyMode"], reader.bool(proxy) == true {
            reader.differ(proxy, "a scenario never asks another server", instead: "what no route takes is not answered")
        }
        if let options = object["tlsOptions"] ?? object["https"] {
            if (options.node["enabled"] ?? options.node).bool == true {
                reader.differ(options, "a certificate is no part of a scenario", instead: "it is served without TLS")
            }
        }
        _ = object["https"]
        for value in reader.array(object["callbacks"]) {
            reader.differ(value, "a scenario sends no requests of its own", instead: "nothing is sent")
        }
    }

    /// The routes in the order in which folders show them, which is that in which they are asked.
    private mutating func ordered(_ routes: [ImportValue], _ object: ImportObject) -> [ImportValue] {
        let folders = reader.array(object["folders"])
        let children = reader.array(object["rootChildren"])
        guard !children.isEmpty else { return routes }
        var order: [String] = []
        var seen: Set<String> = []
        func visit(_ children: [JSONDocument.Node], depth: Int) {
            for child in children {
                guard let id = child["uuid"]?.string, depth < 32, seen.insert(id).inserted else { continue }
                order.append(id)
                let folder = folders.first { $0.node["uuid"]?.string == id }
                visit(folder?.node["children"].map { Array($0.elements) } ?? [], depth: depth + 1)
            }
        }
        visit(children.map(\.node), depth: 0)
        let places = Dictionary(order.enumerated().map { ($0.element, $0.offset) }) { first, _ in first }
        func place(_ route: ImportValue) -> Int { route.node["uuid"]?.string.flatMap { places[$0] } ?? .max }
        return routes.enumerated().sorted { (place($0.element), $0.offset) < (place($1.element), $1.offset) }
            .map(\.element)
    }
}
