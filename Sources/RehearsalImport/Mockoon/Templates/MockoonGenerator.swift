import Rehearsal

/// A generator of the values of helpers for random data, times and lists. The same seed gives the same values.
struct MockoonGenerator {
    private(set) var fake: FakeDataGenerator
    /// Whether a value was random or depends on the current time.
    private(set) var hasGenerated = false

    init(seed: String) { fake = FakeDataGenerator(seed: seed) }

    /// Returns the value of a helper for random values, times or lists; nil for other helpers.
    mutating func value(_ helper: MockoonHelper) throws(TranslationError) -> MockoonValue? {
        if let value = try list(helper) { return value }
        if let value = try time(helper) { return value }
        guard let value = try generated(helper) else { return nil }
        hasGenerated = true
        return value
    }

    /// Returns a random number of iterations in a range.
    mutating func iterations(_ range: ClosedRange<Int>) -> Int {
        hasGenerated = true
        return fake.int(range)
    }

    /// Returns the value of a helper for random values.
    private mutating func generated(_ helper: MockoonHelper) throws(TranslationError) -> MockoonValue? {
        let values = try helper.arguments.documents()
        switch helper.name {
        case "faker":
            guard case .string(let method)? = values.first else {
                throw TranslationError("faker needs the name of a method")
            }
            guard let value = fake.value(of: method, FakeArguments(Array(values.dropFirst()), helper.options)) else {
                throw TranslationError("the method \(method.quoted) has no translation")
            }
            return value
        case "int", "float":
            let members = zip(["min", "max"], values).map { JSON.Member($0, $1) }
            let all = FakeArguments([], helper.name == "int" ? members : members + [.init("fractionDigits", 10)])
            return fake.number(helper.name, all)
        case "lorem":
            return .text(fake.sentence(try helper.arguments.integer(0).map { Int(clamping: $0, to: 1...1000) }))
        default: break
        }
        return Self.aliases[helper.name].flatMap { fake.value(of: $0, FakeArguments(values, helper.options)) }
    }

    /// The helpers that are aliases of Faker methods.
    private static let aliases = [
        "boolean": "datatype.boolean", "city": "location.city", "color": "color.human", "company": "company.name",
        "country": "location.country", "countryCode": "location.countryCode", "domain": "internet.domainName",
        "email": "internet.email", "firstName": "person.firstName", "guid": "string.uuid", "hexColor": "color.rgb",
        "ipv4": "internet.ipv4", "ipv6": "internet.ipv6", "lastName": "person.lastName", "lat": "location.latitude",
        "long": "location.longitude", "objectId": "database.mongodbObjectId", "phone": "phone.number",
        "postcode": "location.zipCode", "street": "location.streetAddress", "title": "person.prefix",
        "tld": "internet.domainSuffix", "uuid": "string.uuid", "zipcode": "location.zipCode",
    ]

    /// Returns the value of a helper for lists.
    private mutating func list(_ helper: MockoonHelper) throws(TranslationError) -> MockoonValue? {
        let arguments = helper.arguments
        switch helper.name {
        case "array": return .known(.array(try arguments.documents()))
        case "object": return .known(.object(helper.options))
        case "oneOf", "someOf": return try randomElements(helper)
        case "split":
            let separator = arguments.count > 1 ? try arguments[1].text() : " "
            let text = try arguments.first?.text() ?? ""
            guard !text.isEmpty, !separator.isEmpty else { return .text("") }
            return .known(
                .array(text.split(separator: separator, omittingEmptySubsequences: false).map { .string(String($0)) })
            )
        default: break
        }
        guard let first = arguments.first, ["join", "slice", "len", "reverse"].contains(helper.name) else { return nil }
        let json = try first.json()
        guard case .array(let elements) = json else {
            if helper.name == "len", case .string(let text) = json { return .number(text.utf16.count) }
            return helper.name == "len" ? .number(0) : first
        }
        switch helper.name {
        case "len": return .number(elements.count)
        case "reverse": return .known(.array(elements.reversed()))
        case "join":
            let separator = arguments.count > 1 ? try arguments[1].text() : ", "
            return .text(try elements.map(MockoonValue.known).texts().joined(separator: separator))
        default:
            let start = Int(clamping: try arguments.integer(1) ?? 0, to: 0...elements.count)
            let end = Int(clamping: try arguments.integer(2) ?? elements.count, to: start...elements.count)
            return .known(.array(Array(elements[start..<end])))
        }
    }

    /// Returns random elements, for `oneOf (array 'a' 'b')` and `someOf (array 'a' 'b' 'c') 1 2`.
    private mutating func randomElements(_ helper: MockoonHelper) throws(TranslationError) -> MockoonValue {
        let arguments = helper.arguments
        var elements = try arguments.documents()
        var rest: ArraySlice<MockoonValue> = []
        if case .array(let list)? = elements.first {
            elements = list
            rest = arguments.dropFirst()
        }
        hasGenerated = true
        if helper.name == "oneOf" {
            guard let element = fake.pick(elements) else { return .text("") }
            let isText = try rest.first?.isTrue() ?? false
            return isText ? .unescaped(String(decoding: element.bytes(), as: UTF8.self)) : .known(element)
        }
        let minimum = Int(clamping: try arguments.integer(1) ?? 1, to: 0...elements.count)
        let maximum = Int(
            clamping: try arguments.integer(2) ?? elements.count,
            to: minimum...max(minimum, elements.count)
        )
        let selection = JSON.array(Array(fake.shuffled(elements).prefix(fake.int(minimum...maximum))))
        let isText = try rest.dropFirst(2).first?.isTrue() ?? false
        return isText ? .text(String(decoding: selection.bytes(), as: UTF8.self)) : .known(selection)
    }
}

extension MockoonGenerator {
    /// Returns the value of a helper for times, relative to the reference time.
    private mutating func time(_ helper: MockoonHelper) throws(TranslationError) -> MockoonValue? {
        let arguments = helper.arguments
        switch helper.name {
        case "now":
            hasGenerated = true
            let format = arguments.isEmpty ? Self.standardFormat : try arguments[0].text()
            return try Self.formatted(FakeDataGenerator.referenceTime, format)
        case "dateFormat":
            guard arguments.count > 1 else { return .text("") }
            return try Self.formatted(try Self.moment(arguments[0]), try arguments[1].text())
        case "date" where arguments.count > 1:
            let (from, to) = (try Self.moment(arguments[0]), try Self.moment(arguments[1]))
            hasGenerated = true
            let moment = fake.randomTime(from, to)
            guard arguments.count > 2 else { return .text(MockoonDate.javaScriptText(of: moment)) }
            return try Self.formatted(moment, try arguments[2].text())
        case "time":
            hasGenerated = true
            let from = try Self.moment(.text("1970-01-01T\(arguments.count > 1 ? try arguments[0].text() : "00:00")"))
            let to = try Self.moment(.text("1970-01-01T\(arguments.count > 1 ? try arguments[1].text() : "23:59")"))
            return try Self.formatted(
                fake.randomTime(from, to),
                arguments.count > 2 ? try arguments[2].text() : "HH:mm"
            )
        case "dateTimeShift": return try shifted(helper.options)
        default: return nil
        }
    }

    private static let standardFormat = "yyyy-MM-dd'T'HH:mm:ss.SSSxxx"

    private static func formatted(_ time: Int64, _ format: String) throws(TranslationError) -> MockoonValue {
        guard let text = MockoonDate.text(of: time, format) else {
            throw TranslationError("the time format \(format.quoted) has an unsupported letter")
        }
        return .text(text)
    }

    private static func moment(_ value: MockoonValue) throws(TranslationError) -> Int64 {
        if case .date(let moment) = value { return moment }
        let text = try value.text()
        guard let moment = MockoonDate.milliseconds(text) else {
            throw TranslationError("\(text.quoted) is not a date such as 2020-01-31T10:00:00Z")
        }
        return moment
    }

    /// Returns the shifted time of `dateTimeShift date='2020-01-01' days=1`.
    private mutating func shifted(_ options: [JSON.Member]) throws(TranslationError) -> MockoonValue {
        func option(_ name: String) -> JSON? { options.first { $0.name == name }?.value }
        var moment = FakeDataGenerator.referenceTime
        if let date = option("date") {
            moment = try Self.moment(.known(date))
        } else {
            hasGenerated = true
        }
        func number(_ name: String, below limit: Double) throws(TranslationError) -> Double? {
            guard let json = option(name), let number = try MockoonValue.known(json).number() else { return nil }
            return abs(number) < limit ? number : nil
        }
        for (name, seconds) in [("days", 86_400.0), ("hours", 3600), ("minutes", 60), ("seconds", 1)] {
            if let count = try number(name, below: 1e9) { moment += Int64(count * seconds * 1000) }
        }
        for (name, months) in [("months", 1), ("years", 12)] {
            guard let count = try number(name, below: 1e4) else { continue }
            moment = FakeDataGenerator.adding(months: Int(count) * months, to: moment)
        }
        let format = option("format").flatMap { if case .string(let text) = $0 { text } else { nil } }
        return try Self.formatted(moment, format ?? Self.standardFormat)
    }
}
