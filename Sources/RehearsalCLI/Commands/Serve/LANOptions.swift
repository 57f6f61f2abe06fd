import Rehearsal
import RehearsalDocuments

/// Options for clients on other machines.
enum LANOptions {
    static let lan = Option(
        flag: "lan",
        "lets other devices connect: listens on every address of this machine, and prints the URLs they can use"
    )

    static let origin = Option(
        "origin",
        "URL",
        "where links in replies lead: recorded origins become it, and {{baseURL}} is it",
        standard: "with --lan the first URL for devices, else http://127.0.0.1:PORT"
    )

    /// A scheme, a host and perhaps a port, without anything after them.
    static func origin(_ arguments: Arguments) throws(UsageError) -> String? {
        guard let text = arguments[origin.name] else { return nil }
        guard let url = try? RecordedURL(text), url.path == "/", url.query == nil else {
            throw UsageError(
                "--origin takes a URL without a path, as clients use it, found \(text.quoted)",
                hint: "for example: --origin http://192.168.1.20:8080"
            )
        }
        return url.origin
    }
}
