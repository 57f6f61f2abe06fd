import Foundation
import Rehearsal
import RehearsalContracts
import RehearsalGallery
import RehearsalHarness

/// A command of `reference-subject`.
enum SubjectCommand {
    case help, list
    /// The networking code of an app, which uses `URLSession`.
    case app(SubjectName)
    /// The client of the gallery, with this defect; nil for none.
    case gallery(Defect?)
    /// The client of a notes app, with this defect; nil for none.
    case notes(NotesDefect?)
    /// The list of the defects of the notes client.
    case notesDefects
    /// Invalid arguments, with the error message and the next step.
    case invalid(String, hint: String = "see: reference-subject --help")

    init(_ words: [String]) {
        switch (words.first, words.dropFirst().first) {
        case ("--help", _), ("-h", _), (nil, _): self = .help
        case ("--list", _): self = .list
        case ("gallery", nil): self = .gallery(nil)
        case ("notes", nil): self = .notes(nil)
        case ("notes", "--list"): self = .notesDefects
        case ("notes", "--defect"):
            guard words.count == 3, let defect = NotesDefect(rawValue: words[2]) else {
                let names = NotesDefect.allCases.map(\.rawValue).joined(separator: ", ")
                self = .invalid("--defect of notes requires a name", hint: "names: \(names)")
                return
            }
            self = .notes(defect)
        case ("parking", "--defect"), ("gallery", "--defect"):
            guard words.count == 3, let number = Int(words[2]), let defect = Defect.numbered(number) else {
                self = .invalid("--defect requires the number of a defect, as printed by reference-subject --list")
                return
            }
            self = .gallery(defect)
        case (let word?, nil):
            self = SubjectName(rawValue: word).map { .app($0) } ?? Self.unknownSubject(word)
        default: self = .invalid("unknown subject or option \"\(words.joined(separator: " "))\"")
        }
    }

    private static func unknownSubject(_ word: String) -> SubjectCommand {
        let names = SubjectName.allCases.map(\.rawValue) + ["gallery", "notes"]
        let hint =
            NearestName.of(word, in: names).map { "did you mean \($0)?" }
            ?? "valid subjects: \(names.joined(separator: ", "))"
        return .invalid("unknown subject \"\(word)\"", hint: hint)
    }

    /// Runs the command and returns the exit status.
    func run() async -> Int32 {
        switch self {
        case .help: Self.say(Self.text)
        case .list: Self.say(Defect.all.map { "\($0.number)\t\($0.rule)\t\($0.summary)\n" }.joined())
        case .app(let name): await name.runCases()
        case .gallery(let defect):
            await Gallery.contract.answerOnStandardInput(exploring: Gallery.exploration) { context in
                ParkingClient(context, defect: defect)
            }
        case .notesDefects:
            Self.say(NotesDefect.allCases.map { "\($0.rawValue)\t\($0.property)\t\($0.summary)\n" }.joined())
        case .notes(let defect):
            await Notes.contract.answerOnStandardInput(exploring: Notes.exploration) { context in
                NotesClient(context, defect: defect)
            }
        case .invalid(let problem, let hint):
            FileHandle.standardError.write(Data("error: \(problem)\n  \(hint)\n".utf8))
            return 64
        }
        return 0
    }

    private static func say(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }

    private static var text: String {
        let width = SubjectName.allCases.map(\.rawValue.count).max() ?? 0
        let apps = SubjectName.allCases.map { name in
            "  \(name.rawValue.padding(toLength: max(width, 22), withPad: " ", startingAt: 0))\(name.summary)\n"
        }
        return """
            reference-subject: clients for trying out rehearsal verify

            usage: rehearsal verify -- reference-subject SUBJECT
                   rehearsal verify -- reference-subject gallery|parking --defect N
                   rehearsal explore -- reference-subject gallery|notes|parking
                   rehearsal explore -- reference-subject notes --defect NAME

            subjects without defects, with URLSession; their scenarios are in Scenarios/apps:
            \(apps.joined())
            subjects with plain sockets:
              gallery               a client of the parking app's backend, without defects
              gallery --defect N    the same client with defect N
              parking --defect N    the same as gallery --defect N
              --list                list the defects: number, the rule that finds it, summary
              notes                 a client of a notes app that works offline, without defects
              notes --defect NAME   the same client with a defect that only a combination of faults shows
              notes --list          list these defects: name, the property that finds it, summary

            """
    }
}

/// An app whose client `reference-subject` runs.
enum SubjectName: String, CaseIterable {
    case users, shop, boundaries, parking, features

    /// The description in the help text, one line.
    var summary: String {
        switch self {
        case .users: "the client and the repository of an app that shows users"
        case .shop: "the repositories of a shop: users, products and orders, with stored values for offline use"
        case .boundaries: "the repositories of a strictly layered app: transfers, invitations, promo codes"
        case .parking: "the services of a parking app: reservations, with token refresh"
        case .features: "the services and workers of an app with feature modules"
        }
    }

    /// Runs the cases that `rehearsal verify` sends, until standard input ends.
    func runCases() async {
        switch self {
        case .users: await Contract.users.answerOnStandardInput { UsersServices($0) }
        case .shop: await Contract.shop.answerOnStandardInput { ShopServices($0) }
        case .boundaries: await Contract.boundaries.answerOnStandardInput { BoundariesServices($0) }
        case .parking:
            await Contract.parking.answerOnStandardInput(exploring: ParkingExploration.value) { ParkingServices($0) }
        case .features: await Contract.features.answerOnStandardInput { FeaturesServices($0) }
        }
    }
}
