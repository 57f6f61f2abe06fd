import Rehearsal
import RehearsalDocuments
import RehearsalPlatform

/// What `explain` was asked.
struct ExplainOptions: Sendable {
    var paths: [String]
    var request: AskedRequest
    var state: [JSON.Member]
    var isReused: Bool
    var showsAll: Bool
    var isJSON: Bool
    var root: String?

    init(_ arguments: Arguments) throws(UsageError) {
        var words = arguments.operands
        guard let target = words.popLast(), !words.isEmpty else {
            throw UsageError(
                "explain needs a scenario and a request",
                hint: "try: rehearsal explain Scenarios/demo.jsonc 'GET /api/v1/reservations'"
            )
        }
        var line = target
        // Without quotes, the shell makes two words of it.
        if !target.contains(" "), let method = words.last, AskedRequest.isMethod(method), words.count > 1 {
            line = "\(words.removeLast()) \(target)"
        }
        let body = try arguments["data"].map { text throws(UsageError) in try Self.body(text) }
        request = try AskedRequest(line, headers: arguments.all("header"), body: body)
        paths = words
        state = arguments.all("state").map(Self.variable)
        isReused = arguments.has("reused")
        showsAll = arguments.has("all")
        isJSON = arguments.has("json")
        root = arguments["root"]
    }

    /// The largest body that is read from a file: 64 MiB.
    private static let largest = 64 << 20

    private static func body(_ text: String) throws(UsageError) -> [UInt8] {
        guard text.hasPrefix("@") else { return Array(text.utf8) }
        let path = String(text.dropFirst())
        do throws(FileSystem.Failure) {
            return try FileSystem.read(path, limit: largest)
        } catch {
            throw UsageError("the body: \(error.sentence(about: path))")
        }
    }

    /// `booked`, or `seats=3`: the value is JSON if it reads as that, else a text.
    private static func variable(_ text: String) -> JSON.Member {
        guard let equals = text.firstIndex(of: "=") else { return JSON.Member("state", .string(text)) }
        let value = String(text[text.index(after: equals)...])
        return JSON.Member(String(text[..<equals]), (try? JSON(parsing: value)) ?? .string(value))
    }
}
