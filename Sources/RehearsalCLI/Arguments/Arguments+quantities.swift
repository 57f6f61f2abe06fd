import Rehearsal
import RehearsalDocuments

extension Arguments {
    /// Returns the enum case that the value of an option names; nil if the option is absent.
    func choice<CandidateSet: RawRepresentable & CaseIterable>(
        _ name: String
    ) throws(UsageError) -> CandidateSet? where CandidateSet.RawValue == String {
        guard let text = self[name] else { return nil }
        if let choice = CandidateSet(rawValue: text) { return choice }
        let names = CandidateSet.allCases.map(\.rawValue)
        throw UsageError(
            "--\(name) takes one of \(names.joined(separator: ", ")); found \(text.quoted)",
            hint: NearestName.of(text, in: names).map { "did you mean \($0)?" }
        )
    }

    /// Returns the value of an option as an integer in a range; nil if the option is absent.
    func integer(_ name: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
        guard let text = self[name] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            let bounds =
                range.upperBound == .max
                ? "of at least \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
            throw UsageError("--\(name) takes a whole number \(bounds), found \"\(text)\"")
        }
        return number
    }

    /// Returns the value of an option as a number of bytes: `512`, `64KB`, `64MB`, `1GB` (1 KB is 1,024 bytes); at most
    /// 1 TiB.
    func bytes(_ name: String) throws(UsageError) -> Int? {
        guard let text = self[name] else { return nil }
        let units = ["": 1, "b": 1, "kb": 1 << 10, "mb": 1 << 20, "gb": 1 << 30]
        let digits = text.prefix(while: \.isNumber)
        guard let count = Int(digits), count > 0, let unit = units[text[digits.endIndex...].lowercased()],
            case let (size, overflows) = count.multipliedReportingOverflow(by: unit), !overflows, size <= 1 << 40
        else { throw UsageError("--\(name) takes a size such as 512, 64KB or 64MB, found \"\(text)\"") }
        return size
    }

    /// Returns the value of an option as a duration: `300ms`, `75s`, `2m`.
    func duration(_ name: String) throws(UsageError) -> Duration? {
        guard let text = self[name] else { return nil }
        let digits = text.prefix(while: \.isNumber)
        let units = ["ms": 1, "s": 1_000, "m": 60_000]
        guard let count = Int(digits), (1...86_400_000).contains(count),
            let unit = units[String(text[digits.endIndex...])]
        else { throw UsageError("--\(name) takes a duration such as 300ms, 75s or 2m, found \"\(text)\"") }
        return .milliseconds(count * unit)
    }

    /// Returns the value of an option as an age in seconds: `36h`, `90d`, `12w`.
    func age(_ name: String) throws(UsageError) -> Int64? {
        guard let text = self[name] else { return nil }
        let units: [String: Int64] = ["h": 3_600, "d": 86_400, "w": 604_800]
        let digits = text.prefix(while: \.isNumber)
        guard let count = Int64(digits), (0...1_000_000).contains(count),
            let unit = units[String(text[digits.endIndex...])]
        else { throw UsageError("--\(name) takes an age such as 36h, 90d or 12w, found \"\(text)\"") }
        return count * unit
    }
}
