import Foundation
import Rehearsal
import RehearsalFaultCatalogue

/// The article that lists the report of each client on each case.
struct FaultTable: Sendable {
    typealias Case = FaultVariant

    static let path = Program.file("../../../Sources/Rehearsal/Rehearsal.docc/FaultTable.md")
    /// The number of clients that run in parallel.
    private static let width = 4

    private var cells: [String: [FaultClient: String]] = [:]
    /// The version of each client, or a note that it is not measured.
    private var versions: [String] = []

    /// Drives every available client into every case.
    static func measured() async throws -> FaultTable {
        var table = FaultTable()
        var clients: [FaultClient] = []
        for client in FaultClient.allCases {
            table.versions.append(await client.version() ?? "\(client.rawValue) not measured")
            if await client.isInstalled() { clients.append(client) }
        }
        let work = FaultCatalogue.variants.flatMap { [clients] item in clients.map { (item, $0) } }
        try await withThrowingTaskGroup(of: (String, FaultClient, String).self) { group in
            for (index, (item, client)) in work.enumerated() {
                if index >= width, let (id, client, cell) = try await group.next() {
                    table.cells[id, default: [:]][client] = cell
                }
                group.addTask {
                    (item.id, client, try await FaultRun.outcome(of: client, in: item)?.description ?? "–")
                }
            }
            for try await (id, client, cell) in group { table.cells[id, default: [:]][client] = cell }
        }
        return table
    }

    var text: String {
        let clients = FaultClient.allCases
        let head = ["fault", "on the wire"] + clients.map(\.rawValue)
        var lines = [introduction, "", Self.row(head), Self.row(head.map { _ in "---" })]
        for entry in FaultCatalogue.entries {
            for item in entry.variants {
                let title = entry.variants.count == 1 ? entry.title : "\(entry.title): \(item.title)"
                let measured = clients.map { cells[item.id]?[$0] ?? "not measured" }
                lines.append(Self.row(["\(item.id) \(title)", item.wire ?? entry.wire] + measured))
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func row(_ cells: [String]) -> String {
        "| " + cells.map { $0.replacingOccurrences(of: "|", with: "\\|") }.joined(separator: " | ") + " |"
    }

    private var introduction: String {
        """
        # The table of faults

        Measured results of URLSession, curl, urllib3 and httpx for each numbered fault.

        ## Overview

        `Tests/ConformanceTests/Faults/table` writes this table. It plays every case of `rehearsal faults`, and runs
        each client in its own process.

        - Measured on \(Self.system): \(versions.joined(separator: ", ")).
        - A cell with a reply has the status and the number of bytes of the decoded body; curl does not decode it.
        - A cell with an error has the code of `URLError`, the exit status of curl, or the class of the Python exception.
          The class of a wrapped exception is in parentheses.
        - The numbers `(requests/connections)` are those that the backend received.
        - Each client has a timeout of \(FaultClient.timeout) seconds: URLSession, urllib3 and httpx for the next byte, curl for
          the whole reply. A **hang** is a client that still runs after \(Int(FaultClient.hangTimeout)) seconds.
        - No client is configured to retry. Clients follow at most twenty redirects.
        - If an RST arrives while the client still sends (F03, F18d), the client may report a failed connect or a FIN.
          Those rows differ between runs.
        - A – marks a case that a server cannot play.

        ## The table
        """
    }

    private static var system: String {
        #if os(Linux)
            "Linux"
        #else
            "macOS"
        #endif
    }
}
