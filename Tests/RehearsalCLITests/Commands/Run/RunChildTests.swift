import Foundation
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("The command of rehearsal run", .limitedConcurrency)
@BlockingThread
struct RunChildTests {
    private func run(_ words: [String], ignoringInterrupt: Bool = false) throws -> String {
        let folder = try ScratchFolder()
        let scenario = try folder.write("one.json", RunProgram.scenario)
        let child = try ChildProgram(
            ["run", scenario, "--journal", folder.path + "/journal.ndjson", "--"] + words,
            environment: RunProgram.quiet,
            ignoringInterrupt: ignoringInterrupt
        )
        let (status, output) = try child.end()
        #expect(status == 0, "\(child.errors)")
        return output
    }

    /// Parses a line such as `SigIgn: 0000000000001000` into a bit mask, with signal 1 in the lowest bit.
    ///
    /// The signals of the threads library are removed.
    private func signals(_ name: String, in text: String) throws -> UInt64 {
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix(name + ":") })
        return try #require(UInt64(line.split(whereSeparator: \.isWhitespace)[1], radix: 16)) & 0x7FFF_FFFF
    }

    @Test(
        "The command starts with default, unblocked signals, even if SIGINT was ignored.",
        .enabled(if: isLinux, "reads /proc"),
        arguments: [false, true]
    )
    func signals(ignoringInterrupt: Bool) throws {
        let status = try run(["grep", "Sig", "/proc/self/status"], ignoringInterrupt: ignoringInterrupt)
        // These tests may run under nohup.
        #expect(try signals("SigIgn", in: status) & ~1 == 0)
        #expect(try signals("SigBlk", in: status) == 0)
    }

    @Test("The command ignores only SIGHUP under nohup.", .enabled(if: isLinux, "reads /proc"))
    func nohup() throws {
        let scenario = try ScratchFolder()
        let file = try scenario.write("one.json", RunProgram.scenario)
        let script = "trap '' HUP INT; exec \"$0\" run \"$1\" -- grep Sig /proc/self/status"
        let status = try run(["/bin/sh", "-c", script, ChildProgram.path(), file])
        #expect(try signals("SigIgn", in: status) == 1)
    }

    @Test("The command has the three standard streams and no other descriptor.", .enabled(if: isLinux, "reads /proc"))
    func descriptors() throws {
        let scenario = try ScratchFolder()
        let file = try scenario.write("one.json", RunProgram.scenario)
        // The script closes the leaks of this process first, so that only those of rehearsal remain.
        let script = """
            for f in /proc/self/fd/*; do n=${f##*/}; [ $n -gt 2 ] && eval "exec $n>&-"; done
            exec "$0" run "$1" --journal "$1.ndjson" -- ls -l /proc/self/fd
            """
        let listing = try run(["bash", "-c", script, ChildProgram.path(), file])
        let links = listing.split(separator: "\n").filter { $0.contains(" -> ") }
        // The last link is the folder that is being listed.
        #expect(links.count == 4, "\(listing)")
        #expect(links.allSatisfy { !$0.contains("socket:") && !$0.contains("anon_inode") })
    }

    @Test("The command has the original limit of open files.")
    func limit() throws {
        let scenario = try ScratchFolder()
        let file = try scenario.write("one.json", RunProgram.scenario)
        let script = "ulimit -Sn 64; exec \"$0\" run \"$1\" -- /bin/sh -c 'ulimit -Sn'"
        #expect(try run(["/bin/sh", "-c", script, ChildProgram.path(), file]) == "64\n")
    }

    @Test("The command reads the standard input of rehearsal.")
    func input() throws {
        let sut = try RunProgram("exec cat")
        sut.program.send("first\n")
        #expect(try sut.program.line() == "first")
        sut.program.send("second")
        #expect(try sut.end().output == "second")
    }

    @Test("The command writes to the standard output of rehearsal, at any size.")
    func output() throws {
        let outcome = try RunProgram("head -c 8000000 /dev/zero | tr '\\0' x").end()
        #expect(outcome.status == 0)
        #expect(outcome.output.utf8.count == 8_000_000)
    }

    @Test("The verdict includes a request whose client did not wait for its reply.")
    func fireAndForget() throws {
        let script = """
            exec 3<>/dev/tcp/127.0.0.1/${REHEARSAL_URL##*:}
            printf 'GET /lost HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n' >&3
            """
        for _ in 0..<10 {
            let folder = try ScratchFolder()
            let scenario = try folder.write("one.json", RunProgram.scenario)
            let outcome = try ChildProgram.run(["run", scenario, "--", "bash", "-c", script])
            #expect(outcome.status == 1)
            #expect(outcome.errors.contains("GET /lost: unexpected"))
        }
    }
}
