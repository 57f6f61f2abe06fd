import FuzzTargets
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A stored input of a fuzz target: a seed, or an earlier finding.
struct CorpusFile: Sendable, CustomTestStringConvertible {
    let target: FuzzTarget
    let path: String

    var testDescription: String { path.split(separator: "/").suffix(3).joined(separator: "/") }

    var bytes: [UInt8] {
        get throws { Array(try Data(contentsOf: URL(filePath: path))) }
    }

    /// Every stored input, sorted by path.
    static let all: [CorpusFile] = ["Seeds", "Findings"].flatMap { kind in
        FuzzTarget.all.flatMap { target in
            names(in: "\(kind)/\(target.name)").map {
                CorpusFile(target: target, path: "\(folder)/\(kind)/\(target.name)/\($0)")
            }
        }
    }

    /// The names of folders and dictionaries that belong to no target.
    static var strays: [String] {
        let known = Set(FuzzTarget.all.map(\.name))
        let folders = names(in: "Seeds") + names(in: "Findings")
        let words = names(in: "Dictionaries").map { $0.hasSuffix(".dict") ? String($0.dropLast(5)) : $0 }
        return (folders + words).filter { !known.contains($0) }
    }

    private static let folder = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        .dropLast(2).joined(separator: "/")

    private static func names(in name: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(name)")) ?? []
        return names.filter { !$0.hasPrefix(".") }.sorted()
    }
}
