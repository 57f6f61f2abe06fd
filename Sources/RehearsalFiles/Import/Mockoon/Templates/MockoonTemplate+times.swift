import Rehearsal

extension MockoonTemplate {
    /// Helpers of times, counted from the moment that stands for the present.
    mutating func time(
        _ name: String,
        _ arguments: [MockoonValue],
        _ options: [JSON.Member],
    ) throws(Untranslatable) -> MockoonValue? {
        switch name {
        case "now":
            hasGenerated = true
            let format = arguments.isEmpty ? Self.standardFormat : try arguments[0].text()
            return try Self.written(FakeData.now, format)
        case "dateFormat":
            guard arguments.count > 1 else { return .text("") }
            return try Self.written(try Self.moment(arguments[0]), try arguments[1].text())
        case "date" where arguments.count > 1:
            let (from, to) = (try Self.moment(arguments[0]), try Self.moment(arguments[1]))
            hasGenerated = true
            let moment = fake.moment(from, to)
            guard arguments.count > 2 else { return .text(MockoonDate.javaScriptText(of: moment)) }
            return try Self.written(moment, try arguments[2].text())
        case "time":
            hasGenerated = true
            let from = try Self.moment(.text("1970-01-01T\(arguments.count > 1 ? try arguments[0].text() : "00:00")"))
            let to = try Self.moment(.text("1970-01-01T\(arguments.count > 1 ? try arguments[1].text() : "23:59")"))
            return try Self.written(fake.moment(from, to), arguments.count > 2 ? try arguments[2].text() : "HH:mm")
        case "dateTimeShift": return try shifted(options)
        default: return nil
        }
    }

    private static let standardFormat = "yyyy-MM-dd'T'HH:mm:ss.SSSxxx"

    private static func written(_ moment: Int64, _ format: String) throws(Untranslatable) -> MockoonValue {
        guard let text = MockoonDate.text(of: moment, format) else {
            throw Untranslatable("the time format \(format.quoted) has a letter that is not known here")
        }
        return .text(text)
    }

    private static func moment(_ value: MockoonValue) throws(Untranslatable) -> Int64 {
        if case .date(let moment) = value { return moment }
        let text = try value.text()
        guard let moment = MockoonDate.milliseconds(text) else {
            throw Untranslatable("\(text.quoted) is not a date such as 2020-01-31T10:00:00Z")
        }
        return moment
    }

    /// `dateTimeShift date='2020-01-01' days=1`.
    private mutating func shifted(_ options: [JSON.Member]) throws(Untranslatable) -> MockoonValue {
        func option(_ name: String) -> JSON? { options.first { $0.name == name }?.value }
        var moment = FakeData.now
        if let date = option("date") {
            moment = try Self.moment(.known(date))
        } else {
            hasGenerated = true
        }
        let units = [("days", 86_400), ("hours", 3600), ("minutes", 60), ("seconds", 1)]
        for (name, seconds) in units {
            guard let json = option(name), let number = try MockoonValue.known(json).number(), abs(number) < 1e9 else {
                continue
            }
            moment += Int64(number * Double(seconds) * 1000)
        }
        for (name, months) in [("months", 1), ("years", 12)] {
            guard let json = option(name), let number = try MockoonValue.known(json).number(), abs(number) < 1e4 else {
                continue
            }
            moment = FakeData.adding(months: Int(number) * months, to: moment)
        }
        let format = option("format").flatMap { if case .string(let text) = $0 { text } else { nil } }
        return try Self.written(moment, format ?? Self.standardFormat)
    }
}
