import Rehearsal
import RehearsalLint
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalDocuments
@testable import RehearsalRecordings
@testable import RehearsalRedaction

@Suite("Planted secrets", .limitedConcurrency)
struct PlantedSecretsTests {
    private static let kinds = PlantedPlace.places.keys.sorted()

    /// Returns the places of a kind whose secrets are still readable, each with the readable spellings.
    private func survivors(
        _ kind: String,
        _ show: (PlantedPlace) throws -> String
    ) rethrows -> [String] {
        try (PlantedPlace.places[kind] ?? []).compactMap { place in
            let found = place.survivors(in: try show(place))
            return found.isEmpty ? nil : "\(place.name): \(found.joined(separator: " and "))"
        }
    }

    private func har(_ place: PlantedPlace) throws -> String {
        let folder = try ScratchFolder()
        try SessionRecording(folder["a.har"], scenarioFiles: []).append([place.exchange])
        return try folder.read("a.har")
    }

    private func line(_ place: PlantedPlace) -> String {
        String(decoding: place.entry.ndjsonLine(SessionRedaction.make()), as: UTF8.self)
    }

    private func recorded(_ place: PlantedPlace) -> DecodedExchange {
        DecodedExchange(place.recorded, RecordingRedaction(), isExact: false)
    }

    private func text(_ clean: DecodedExchange) -> String {
        let messages = [clean.request] + (clean.reply.map { [$0] } ?? [])
        let bodies = messages.map { $0.body.text ?? Base64.encoded($0.body) }
        let fields = messages.flatMap { $0.headers.map { "\($0.name): \($0.value ?? "")" } }
        return ([clean.url] + fields + bodies).joined(separator: "\n")
    }

    @Test("The list has 123 places with secrets and 60 values that must be kept.")
    func list() {
        #expect(PlantedPlace.places.values.reduce(0) { $0 + $1.count } == 123)
        #expect(PlantedPlace.innocents.count == 60)
    }

    @Test("The HAR of a session contains no planted secret.", arguments: kinds)
    func session(_ kind: String) throws {
        #expect(try survivors(kind, har) == [])
    }

    @Test("The journal contains no planted secret.", arguments: kinds)
    func journal(_ kind: String) {
        #expect(survivors(kind, line) == [])
    }

    @Test("A recording contains no planted secret.", arguments: kinds)
    func recording(_ kind: String) {
        #expect(survivors(kind) { text(recorded($0)) } == [])
    }

    @Test(
        "A value that resembles a secret is kept in the recording, the HAR and the journal.",
        arguments: PlantedPlace.innocents
    )
    func kept(_ place: PlantedPlace) throws {
        let (recorded, har, line) = (recorded(place), try har(place), line(place))
        #expect(place.isWhole(recorded), "\(text(recorded))")
        #expect(place.isKept(in: har), "\(har)")
        #expect(place.isKept(in: line) || place.isReplyOnly, "\(line)")
    }

    @Test("Lint reports no secret in a recording of the planted secrets.", arguments: kinds)
    func agreement(_ kind: String) throws {
        let folder = try ScratchFolder()
        let sut = try RecordingWriter(folder["a"])
        for place in PlantedPlace.places[kind] ?? [] { _ = try sut.append(place.recorded) }
        try sut.close()
        let options = ScenarioFiles.Options(linting: LintChecks(now: 0))
        let codes = ScenarioFiles.load([folder["a.har"]], options: options).diagnostics.map(\.code)
        #expect(!codes.contains(.exposedSecret))
        #expect(!codes.contains(.secret))
    }
}
