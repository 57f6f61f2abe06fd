/// Functions on file paths that do not access the file system.
package enum FilePath {
    /// Returns the path before the last slash: `Scenarios` of `Scenarios/a.jsonc`, `.` of `a.jsonc`.
    package static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Returns the folders above an absolute path, the nearest first; the last one is `/`.
    package static func folders(above path: String) -> [String] {
        var folders: [String] = []
        var path = path
        while path != "/", path.contains("/") {
            path = folder(of: path)
            folders.append(path)
        }
        return folders
    }

    /// Returns the component after the last slash.
    package static func lastComponent(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    }

    /// Returns the last component without its extension: `a` of `Scenarios/a.jsonc`.
    package static func stem(of path: String) -> String {
        let name = lastComponent(of: path)
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
        return String(name[..<dot])
    }

    /// Returns the extension in lower case, without the dot; empty if there is none.
    package static func pathExtension(of path: String) -> String {
        let name = lastComponent(of: path)
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
        return name[name.index(after: dot)...].lowercased()
    }

    package static func join(_ folder: String, _ name: String) -> String {
        if name.hasPrefix("/") || folder == "." { return name }
        return folder.hasSuffix("/") ? folder + name : folder + "/" + name
    }
}

/// The media types of files, by extension.
package enum FileType {
    /// Returns the media type of a file; nil for an unknown extension, whose reply has no `Content-Type`.
    package static func mediaType(of path: String) -> String? { types[FilePath.pathExtension(of: path)] }

    private static let types = [
        "json": "application/json", "txt": "text/plain; charset=utf-8", "md": "text/markdown; charset=utf-8",
        "html": "text/html; charset=utf-8", "htm": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
        "csv": "text/csv; charset=utf-8", "js": "text/javascript; charset=utf-8",
        "mjs": "text/javascript; charset=utf-8",
        "xml": "application/xml", "yaml": "application/yaml", "yml": "application/yaml", "pdf": "application/pdf",
        "zip": "application/zip", "gz": "application/gzip", "wasm": "application/wasm",
        "bin": "application/octet-stream",
        "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
        "heic": "image/heic", "avif": "image/avif", "svg": "image/svg+xml", "ico": "image/vnd.microsoft.icon",
        "mp3": "audio/mpeg", "m4a": "audio/mp4", "wav": "audio/wav", "mp4": "video/mp4", "mov": "video/quicktime",
        "webm": "video/webm", "m3u8": "application/vnd.apple.mpegurl", "ts": "video/mp2t", "woff": "font/woff",
        "woff2": "font/woff2", "ttf": "font/ttf", "ics": "text/calendar; charset=utf-8",
        "ndjson": "application/x-ndjson",
    ]
}
