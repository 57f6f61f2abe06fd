import Foundation
import Rehearsal
import RehearsalContracts
import RehearsalHarness
import RehearsalServer
import RehearsalTestSupport
import RehearsalVerify

/// A small Python program that speaks the protocol until its body breaks it.
struct BadSubject {
    private let folder: ScratchFolder
    let command: [String]
    /// The file to which it writes its process ids.
    let tracks: String

    static let isPossible = BoundedRun.find("python3") != nil

    /// - Parameter body: The Python code that runs for each `case` after the hello; `answer()` sends a correct answer,
    /// and `twice()` sends it twice in one write.
    init(_ body: String, hello: String? = nil) throws {
        let hello = hello ?? #"say({"hello": 1, "ops": [{"op": "a", "method": "GET", "path": "/", "void": True}]})"#
        let indented = body.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n")
        let script = """
            import json, os, signal, subprocess, sys, time
            def track(number):
                with open(sys.argv[1], "a") as tracks: tracks.write("%d\\n" % number)
            def say(message):
                sys.stdout.write(json.dumps(message) + "\\n")
                sys.stdout.flush()
            track(os.getpid())
            sys.stdin.readline()
            \(hello)
            count = 0
            for line in sys.stdin:
                case = json.loads(line)
                count += 1
                right = {"case": case["case"], "outcomes": [{"kind": "value", "value": None}] * case["repeat"]}
                def answer(): say(right)
                def twice():
                    sys.stdout.write((json.dumps(right) + "\\n") * 2)
                    sys.stdout.flush()
            \(indented)
            """
        folder = try ScratchFolder()
        let path = try folder.write("subject.py", script)
        tracks = folder["tracks"]
        command = ["python3", path, tracks]
    }

    /// Its processes and their recorded children that are still running.
    var survivors: [Int32] {
        let numbers = (try? String(contentsOfFile: tracks, encoding: .utf8))?.split(separator: "\n") ?? []
        return numbers.compactMap { Int32($0) }.filter(Self.isRunning)
    }

    /// Waits for its processes to end, and returns those that are still running after four minutes.
    func survivorsAtLast() async throws -> [Int32] {
        let numbers = survivors.map { "\($0)" }
        if numbers.isEmpty { return [] }
        let words = ["-c", Self.waiting] + numbers
        _ = try await BoundedRun.run(BoundedRun.find("python3") ?? "", words, seconds: 240)
        return survivors
    }

    /// Waits for processes that are not children of this one; the system notifies Python of their end.
    private static let waiting = """
        import os, select, sys
        for number in map(int, sys.argv[1:]):
            try:
                if hasattr(os, "pidfd_open"):
                    select.select([os.pidfd_open(number)], [], [])
                else:
                    end = select.kevent(number, select.KQ_FILTER_PROC, select.KQ_EV_ADD, select.KQ_NOTE_EXIT)
                    select.kqueue().control([end], 1)
            except ProcessLookupError:
                pass
        """

    /// Whether a process is running; a zombie is not.
    private static func isRunning(_ process: Int32) -> Bool {
        guard kill(process, 0) == 0 else { return false }
        let text = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
        return !text.contains(") Z ")
    }

    /// The number of processes that were started.
    var starts: Int { (try? String(contentsOfFile: tracks, encoding: .utf8))?.split(separator: "\n").count ?? 0 }

    func start(width: Int = 1, _ change: (inout SubjectLimits) -> Void = { _ in }) async throws -> ChildProcessSubject {
        var program = SubjectProgram(command)
        // Python starts slowly on a busy machine; a test of a limit shortens it.
        (program.limits.helloTimeout, program.limits.closing) = (.seconds(240), .seconds(240))
        change(&program.limits)
        return try await ChildProcessSubject.start(program, width: width)
    }

    /// A case that is answered at once.
    ///
    /// - Parameter isShort: Whether a missing answer counts as a hang after a tenth of a second.
    static func request(_ id: String = "X/a", isShort: Bool = false) -> CaseRequest {
        var request = CaseRequest(id: id, operation: "a", baseURL: "http://127.0.0.1:9")
        if isShort { request.deadline = .milliseconds(100) - CaseRequest.hangMargin }
        return request
    }
}

extension ChildProcessSubject {
    func answer(_ request: CaseRequest) async -> CaseAnswer {
        await answer(request, clock: nil, LatencyRecorder(.threads))
    }
}

extension CaseAnswer {
    /// The answer in one line.
    var summary: String {
        switch self {
        case .outcomes(let outcomes, _, _, _): outcomes.map(\.description).joined(separator: ", ")
        case .cannotRun(let reason): "cannot run: \(reason)"
        case .hang: "hang"
        case .crash(let reason): "crash: \(reason)"
        case .notJudged(let reason): "not judged: \(reason)"
        }
    }
}
