import Rehearsal
import RehearsalPlatform
import RehearsalRecorder
import RehearsalServer

/// What is said when clients are let in.
struct RecordStartupMessage: Sendable {
    let options: RecordOptions
    let plan: RecordPlan
    let origin: String
    let port: Int

    /// For the program that started this one.
    var line: String {
        let json: JSON = .object([
            JSON.Member("event", "ready"),
            JSON.Member("baseURL", .string(origin)),
            JSON.Member("port", JSON(integerLiteral: port)),
            JSON.Member("pid", JSON(integerLiteral: Int(getpid()))),
            JSON.Member("upstream", .string(options.upstream.origin)),
            JSON.Member("recording", .text(options.path)),
            JSON.Member("replays", .bool(plan.replays)),
            JSON.Member("onMiss", .string(plan.onMiss.rawValue)),
        ])
        return String(decoding: json.bytes(), as: UTF8.self)
    }

    /// For a person.
    func text(_ style: Style) -> String {
        var lines = [style.bold(purpose)]
        lines.append("listening on \(style.cyan(origin)) and http://[::1]:\(port): lead the client there")
        if options.reach == .network { lines.append("every device of this machine's networks can use it, too") }
        lines.append(contentsOf: explanation)
        lines.append("Ctrl-C ends it.")
        return lines.joined(separator: "\n") + "\n"
    }

    private var purpose: String {
        let path = options.path ?? ""
        let upstream = options.upstream.origin
        return switch (plan.replays, plan.onMiss) {
        case (true, .fail): "replaying \(path); \(upstream) is asked nothing"
        case (true, .forward): "replaying \(path), and passing on to \(upstream) what it does not know"
        case (true, .record): "replaying \(path), and recording from \(upstream) what it does not know"
        case (false, .record): "recording \(upstream) into \(path)"
        case (false, _): "passing everything on to \(upstream), recording nothing"
        }
    }

    private var explanation: [String] {
        if plan.replays, plan.onMiss == .fail, options.mode == .once {
            return ["it is there already, and stays as it is: --mode rewrite makes it anew, --mode new adds to it"]
        }
        if plan.startsAnew { return ["what is there now gives way when this ends"] }
        return []
    }
}
