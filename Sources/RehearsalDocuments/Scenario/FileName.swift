/// Names of files as text, before anybody asks the file system.
package enum FileName {
    /// What is before the last slash: `Scenarios` of `Scenarios/a.jsonc`, `.` of `a.jsonc`.
    package static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// What is after the last slash.
    package static func last(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    }

    /// The last name without its extension: `a` of `Scenarios/a.jsonc`.
    package static func stem(of path: String) -> String {
        let name = last(of: path)
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
        return String(name[..<dot])
    }

    /// In lower case and without the dot; empty if there is none.
    package static func pathExtension(of path: String) -> String {
        let name = last(of: path)
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
        return name[name.index(after: dot)...].lowercased()
    }

    package static func join(_ folder: String, _ name: String) -> String {
        if name.hasPrefix("/") || folder == "." { return name }
        return folder.hasSuffix("/") ? folder + name : folder + "/" + name
    }
}
