import Foundation
import RehearsalContracts
import RehearsalGallery
import RehearsalHarness

/// What `reference-subject` was asked for.
enum SubjectCommand {
    case help, list
    /// The services of the parking app, over `URLSession`.
    case parking
    /// The client of the gallery, with that defect or none.
    case gallery(Defect?)
    /// Something else, and what is wrong with it.
    case wrong(String)

    init(_ words: [String]) {
        switch (words.first, words.dropFirst().first) {
        case ("--help", _), ("-h", _), (nil, _): self = .help
        case ("--list", _): self = .list
        case ("parking", nil): self = .parking
        case ("gallery", nil): self = .gallery(nil)
        case ("parking", "--defect"), ("gallery", "--defect"):
            guard words.count == 3, let number = Int(words[2]), let defect = Defect.numbered(number) else {
                self = .wrong("--defect takes a number of --list")
                return
            }
            self = .gallery(defect)
        default: self = .wrong("unknown subject or option \"\(words.joined(separator: " "))\"")
        }
    }

    /// Does it; returns the exit status.
    func run() async -> Int32 {
        switch self {
        case .help: Self.say(Self.text)
        case .list: Self.say(Defect.all.map { "\($0.number)\t\($0.rule)\t\($0.summary)\n" }.joined())
        case .parking: await Contract.parking.answerOnStandardInput { ParkingServices($0) }
        case .gallery(let defect):
            await Gallery.contract.answerOnStandardInput { trial in ParkingClient(trial, defect: defect) }
        case .wrong(let problem):
            FileHandle.standardError.write(Data("error: \(problem)\n  see: reference-subject --help\n".utf8))
            return 64
        }
        return 0
    }

    private static func say(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }

    private static let text = """
        reference-subject: clients for rehearsal verify to be tried with

        usage: rehearsal verify -- reference-subject parking [--defect N]

          parking               the services of a parking app over URLSession, with nothing wrong
          parking --defect N    a client of the same app over plain sockets that does one thing wrong
          gallery               that client with nothing wrong
          --list                the defects: number, the rule that must find it, what it is

        """
}
