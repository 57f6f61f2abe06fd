import Rehearsal
import RehearsalDocuments
import RehearsalFaultCatalogue

extension Command {
    static let faults = Command(
        name: "faults",
        summary: "lists what can go wrong, and shows the scenario that plays it",
        operands: "[NUMBER|NAME]",
        discussion: [
            """
            Without an operand, every fault that has a number: where it can be shown to happen (on the wire, only on \
            Linux, or only in the client), and how a scenario says it. Most are a pair of a stage and an effect, such as \
            "reset at beforeHead"; some are the exact bytes of a reply, some happen to connections before a request is \
            read, and some are plain replies.
            """,
            """
            With a number (F31), the number of a case (F31b), another tool's name (reset_peer, EMPTY_RESPONSE) or a word \
            (gzip), everything about those faults, and for each case the document that plays it. Copy its reply into a \
            scenario of your own, or put the document below it with "extends".
            """,
        ],
        options: [
            Option(flag: "json", "prints an array of faults, each with its cases and their documents")
        ],
        examples: [
            Example(line: "rehearsal faults", purpose: "what there is"),
            Example(line: "rehearsal faults F05", purpose: "a connection that is reset instead of a reply"),
            Example(line: "rehearsal faults slow_close", purpose: "what Toxiproxy calls slow_close"),
            Example(line: "rehearsal faults --json | jq '.[].cases[].id'", purpose: "the numbers of all cases"),
        ],
        exits: [
            (.held, "there are such faults"),
            (.usage, "there is no such fault, or the command line is wrong"),
        ],
        run: { arguments, terminal throws(UsageError) in
            guard arguments.operands.count < 2 else {
                throw UsageError("faults takes one number or name, found \(arguments.operands.count)")
            }
            let name = arguments.operands.first
            let entries = try name.map(found) ?? FaultCatalogue.entries
            if arguments.has("json") {
                let array = JSON.array(entries.map(FaultListing.json))
                terminal.write(String(decoding: array.bytes(pretty: true), as: UTF8.self))
            } else if let name {
                let pages = entries.map { FaultPage(entry: $0, only: name, width: terminal.width).text }
                terminal.write(pages.joined(separator: "\n\n"))
            } else {
                terminal.write(FaultListing.table(entries))
            }
            return .held
        }
    )

    private static func found(_ name: String) throws(UsageError) -> [NumberedFault] {
        let entries = FaultCatalogue.find(name)
        guard entries.isEmpty else { return entries }
        let all = FaultCatalogue.entries
        let names = all.map(\.id) + all.flatMap { $0.peers.named.map(\.name) }
        throw UsageError(
            "there is no fault \"\(name.printable)\"",
            hint: NearestName.of(name, in: names).map { "did you mean \($0)?" } ?? "rehearsal faults lists them all"
        )
    }
}
