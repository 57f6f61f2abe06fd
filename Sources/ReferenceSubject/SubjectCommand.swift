import Foundation
import RehearsalContracts
import RehearsalGallery
import RehearsalHarness

/// What `reference-subject` was asked for.
enum SubjectCommand {
    case help, list
    /// The networking code of an app, over `URLSession`.
    case app(SubjectName)
    /// The client of the gallery, with that defect or none.
    case gallery(Defect?)
    /// Something else, and what is wrong with it.
    case wrong(String)

    init(_ words: [String]) {
        switch (words.first, words.dropFirst().first) {
        case ("--help", _), ("-h", _), (nil, _): self = .help
        case ("--list", _): self = .list
        case ("gallery", nil): self = .gallery(nil)
        case ("parking", "--defect"), ("gallery", "--defect"):
            guard words.count == 3, let number = Int(words[2]), let defect = Defect.numbered(number) else {
                self = .wrong("--defect takes a number of --list")
                return
            }
            self = .gallery(defect)
        case (let word?, nil):
            self = SubjectName(rawValue: word).map { .app($0) } ?? .wrong("unknown subject \"\(word)\"")
        default: self = .wrong("unknown subject or option \"\(words.joined(separator: " "))\"")
        }
    }

    /// Does it; returns the exit status.
    func run() async -> Int32 {
        switch self {
        case .help: Self.say(Self.text)
        case .list: Self.say(Defect.all.map { "\($0.number)\t\($0.rule)\t\($0.summary)\n" }.joined())
        case .app(let name): await name.answer()
        case .gallery(let defect):
            await Gallery.contract.answerOnStandardInput { trial in ParkingClient(trial, defect: defect) }
        case .wrong(let problem):
            FileHandle.standardError.write(Data("error: \(problem)\n  see: reference-subject --help\n".utf8))
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
            reference-subject: clients for rehearsal verify to be tried with

            usage: rehearsal verify -- reference-subject SUBJECT [--defect N]

            with nothing wrong, over URLSession; their scenarios are in Scenarios/apps:
            \(apps.joined())
            over plain sockets:
              gallery               a client of the parking app's backend, with nothing wrong
              gallery --defect N    the same with one thing wrong
              --list                the defects: number, the rule that must find it, what it is

            """
    }
}

/// The clients that `reference-subject` can be.
enum SubjectName: String, CaseIterable {
    case users, shop, boundaries, parking, features

    /// What it is, in a line.
    var summary: String {
        switch self {
        case .users: "the client and the repository of an app that shows users"
        case .shop: "the repositories of a shop: users, products and orders, online first, with what is kept without it"
        case .boundaries: "the repositories of an app that keeps its layers apart: transfers, invitations, promo codes"
        case .parking: "the services of a parking app: reservations, with tokens that are renewed"
        case .features: "the services and workers of an app of feature modules"
        }
    }

    /// Answers `rehearsal verify` until it has no more to ask.
    func answer() async {
        switch self {
        case .users: await Contract.users.answerOnStandardInput { UsersServices($0) }
        case .shop: await Contract.shop.answerOnStandardInput { ShopServices($0) }
        case .boundaries: await Contract.boundaries.answerOnStandardInput { BoundariesServices($0) }
        case .parking: await Contract.parking.answerOnStandardInput { ParkingServices($0) }
        case .features: await Contract.features.answerOnStandardInput { FeaturesServices($0) }
        }
    }
}
