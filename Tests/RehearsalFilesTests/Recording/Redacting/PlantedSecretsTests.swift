import Rehearsal
import RehearsalLint
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalDocuments
@testable import RehearsalRecordings
@testable import RehearsalRedaction

@Suite("Secrets that are planted", .admitted)
struct PlantedSecretsTests {
    private static let kinds = PlantedPlace.places.keys.sorted()

    /// The places of a kind of which something can be read, with what that is.
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
        try SessionRecording(folder["a.har"], besides: []).append([place.exchange])
        return try folder.read("a.har")
    }

    private func line(_ place: PlantedPlace) -> String {
        String(decoding: place.entry.line(SessionRedaction.made()), as: UTF8.self)
    }

    private func recorded(_ place: PlantedPlace) -> CleanExchange {
        CleanExchange(place.recorded, RecordingRedaction(), isExact: false)
    }

    private func text(_ clean: CleanExchange) -> String {
        let messages = [clean.request] + (clean.reply.map { [$0] } ?? [])
        let bodies = messages.map { $0.body.text ?? Base64.encoded($0.body) }
        let fields = messages.flatMap { $0.headers.map { "\($0.name): \($0.value ?? "")" } }
        return ([clean.url] + fields + bodies).joined(separator: "\n")
    }

    @Test("The list has 123 places and 60 values that stay.")
    func list() {
        #expect(PlantedPlace.places.values.reduce(0) { $0 + $1.count } == 123)
        #expect(PlantedPlace.innocents.count == 60)
    }

    @Test("None is in the HAR of a session.", arguments: kinds)
    func session(_ kind: String) throws {
        #expect(try survivors(kind, har) == [])
    }

    @Test("None is in the journal.", arguments: kinds)
    func journal(_ kind: String) {
        #expect(survivors(kind, line) == [])
    }

    @Test("None is in a recording.", arguments: kinds)
    func recording(_ kind: String) {
        #expect(survivors(kind) { text(recorded($0)) } == [])
    }

    @Test("What resembles one stays as it is.", arguments: PlantedPlace.innocents)
    func kept(_ place: PlantedPlace) throws {
        let (recorded, har, line) = (recorded(place), try har(place), line(place))
        #expect(place.isWhole(recorded), "\(text(recorded))")
        #expect(place.isKept(in: har), "\(har)")
        #expect(place.isKept(in: line) || place.isReplyOnly, "\(line)")
    }

    @Test("Lint has nothing to say of a recording, and another look takes nothing out of it.", arguments: kinds)
    func agreement(_ kind: String) throws {
        let folder = try ScratchFolder()
        let sut = try RecordingWriter(folder["a"])
        for place in PlantedPlace.places[kind] ?? [] { _ = try sut.append(place.recorded) }
        try sut.close()
        let options = ScenarioFiles.Options(proving: Proving(now: 0))
        let told = ScenarioFiles.load([folder["a.har"]], options: options).diagnostics.map(\.code)
        #expect(!told.contains(.exposedSecret) && !told.contains(.secret))
    }
}
