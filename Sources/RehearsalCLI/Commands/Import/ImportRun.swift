import Rehearsal
import RehearsalDocuments
import RehearsalImport
import RehearsalPlatform

/// One run of `import`.
struct ImportRun: Sendable {
    let paths: [String]
    let format: ImportFormat?
    let destination: ImportDestination
    let writesOver: Bool
    let isJSON: Bool
    let terminal: Terminal

    func run() throws(UsageError) -> ExitStatus {
        let sources = ImportSources(paths)
        if let missing = sources.missing.first {
            let isFolder = FileSystem.isFolder(missing)
            throw UsageError(
                isFolder
                    ? "there is no *.json or *.har in \(missing.printable)" : "there is no file \(missing.printable)",
                hint: "name the files of another tool, or a folder with them"
            )
        }
        var importing = Importing(format: format)
        var documents: [ImportedDocument] = []
        for unit in sources.units {
            importing.add(unit)
            if destination.name == nil { documents += importing.takeDocuments() }
        }
        if let name = destination.name { importing.merge(into: name) }
        documents += importing.takeDocuments()
        let written = write(documents)
        for report in importing.reports {
            if isJSON {
                terminal.write(String(decoding: report.json.bytes(), as: UTF8.self))
            } else {
                for line in report.lines { terminal.write(line) }
            }
        }
        if !isJSON, importing.reports.count > 1 { terminal.write(ImportReport.total(of: importing.reports)) }
        guard let written else { return .couldNot }
        return conclude(Array(zip(written, documents.map(\.remark))), importing)
    }

    /// Writes every document with what stands beside it.
    ///
    /// - Returns: the paths of the documents; nil if one could not be written, and said, with what was written before.
    private func write(_ documents: [ImportedDocument]) -> [String]? {
        let files = documents.flatMap { document -> [(path: String, bytes: [UInt8])] in
            document.bodies.map { (path: destination.path(beside: $0.path), bytes: $0.bytes) }
                + [(destination.path(for: document.name), Array(document.text.utf8))]
        }
        let there = writesOver ? [] : files.map(\.path).filter { FileSystem.realPath($0) != nil }
        guard there.isEmpty else {
            for path in there { terminal.complain("\(path) is there already, and is left as it is") }
            terminal.writeError(
                "  nothing was written: choose another place with --into, or write over it with --force"
            )
            return nil
        }
        for (index, file) in files.enumerated() where !write(file.bytes, to: file.path) {
            let written = files.prefix(index).map(\.path)
            terminal.writeError(
                written.isEmpty ? "  nothing was written" : "  written before that: \(written.joined(separator: ", "))"
            )
            return nil
        }
        return documents.map { destination.path(for: $0.name) }
    }

    private func write(_ bytes: [UInt8], to path: String) -> Bool {
        FolderMaking.make(path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ".")
        do throws(Descriptor.OpenError) {
            let file = writesOver ? try Descriptor.create(path, .byUmask) : try Descriptor.createNew(path, .byUmask)
            defer { file.close() }
            guard let incomplete = file.complete(path, with: bytes) else { return true }
            terminal.complain(incomplete.sentence)
        } catch {
            terminal.complain(
                error.isThere ? "\(path) is there already, and is left as it is" : "\(error)",
                hint: error.isThere ? "choose another place with --into, or write over it with --force" : nil
            )
        }
        return false
    }

    private func conclude(_ written: [(path: String, remark: String?)], _ importing: Importing) -> ExitStatus {
        var hasErrors = false
        for (path, remark) in written {
            let errors = ScenarioFiles.load([path]).diagnostics.filter { $0.severity == .error }
            for error in errors { terminal.writeError(error.text) }
            hasErrors = hasErrors || !errors.isEmpty
            if isJSON {
                let note = remark.map { [JSON.Member("note", .string($0))] } ?? []
                let line = JSON.object([.init("wrote", .string(path))] + note)
                terminal.write(String(decoding: line.bytes(), as: UTF8.self))
            } else {
                terminal.write("wrote \(path)")
                if let remark { terminal.write("  note: \(remark)") }
            }
        }
        if !isJSON, let first = written.first?.path {
            terminal.write("\nnext:\n  rehearsal lint \(first)\n  rehearsal serve \(first)")
        }
        return hasErrors || importing.hasRefusals ? .failed : .held
    }
}
