import Rehearsal

/// Generates the values of helpers, the same for one seed in every run.
struct MockoonGenerator {
    private(set) var fake: FakeData
    /// Whether a value was generated.
    private(set) var hasGenerated = false

    init(seed: String) { fake = FakeData(seed: seed) }

    /// The value of a helper that generates one, or takes times or lists; nil for any other helper.
    mutating func value(
        _ name: String,
        _ arguments: [MockoonValue],
        _ options: [JSON.Member],
    ) throws(Untranslatable) -> MockoonValue? {
        if let value = try list(name, arguments, options) { return value }
        if let value = try time(name, arguments, options) { return value }
        guard let value = try generated(name, arguments, options) else { return nil }
        hasGenerated = true
        return value
    }

    /// A number of turns between two bounds.
    mutating func turns(_ range: ClosedRange<Int>) -> Int {
        hasGenerated = true
        return fake.int(range)
    }

    /// Helpers that generate a value.
    private mutating func generated(
        _ name: String,
        _ arguments: [MockoonValue],
        _ options: [JSON.Member],
    ) throws(Untranslatable) -> MockoonValue? {
        var values: [JSON] = []
        for argument in arguments { values.append(try argument.json()) }
        switch name {
        case "faker":
            guard case .string(let method)? = values.first else {
                throw Untranslatable("faker takes the name of a method")
            }
            guard let value = fake.value(of: method, FakeArguments(Array(values.dropFirst()), options)) else {
                throw Untranslatable("there is no translation of faker \(method.quoted)")
            }
            return value
        case "int", "float":
            let members = zip(["min", "max"], values).map { JSON.Member($0, $1) }
            let all = FakeArguments([], name == "int" ? members : members + [.init("fractionDigits", 10)])
            return fake.number(name, all)
        case "lorem": return .text(fake.sentence(try arguments.integer(0).map { Int(clamping: $0, to: 1...1000) }))
        default: break
        }
        guard let method = Self.methods[name] else { return nil }
        return fake.value(of: method, FakeArguments(values, options))
    }

    /// Helpers that are another name for a method of Faker.
    private static let methods = [
        "boolean": "datatype.boolean", "city": "location.city", "color": "color.human", "company": "company.name",
        "country": "location.country", "countryCode": "location.countryCode", "domain": "internet.domainName",
        "email": "internet.email", "firstName": "person.firstName", "guid": "string.uuid", "hexColor": "color.rgb",
        "ipv4": "internet.ipv4", "ipv6": "internet.ipv6", "lastName": "person.lastName", "lat": "location.latitude",
        "long": "location.longitude", "objectId": "database.mongodbObjectId", "phone": "phone.number",
        "postcode": "location.zipCode", "street": "location.streetAddress", "title": "person.prefix",
        "tld": "internet.domainSuffix", "uuid": "string.uuid", "zipcode": "location.zipCode",
    ]

    /// Helpers that make or take lists.
    private mutating func list(
        _ name: String,
        _ arguments: [MockoonValue],
        _ options: [JSON.Member],
    ) throws(Untranslatable) -> MockoonValue? {
        switch name {
        case "array": return .known(.array(try Self.elements(arguments)))
        case "object": return .known(.object(options))
        case "oneOf", "someOf": return try drawn(name, arguments)
        case "split":
            let separator = arguments.count > 1 ? try arguments[1].text() : " "
            let text = try arguments.first?.text() ?? ""
            guard !text.isEmpty, !separator.isEmpty else { return .text("") }
            return .known(
                .array(text.split(separator: separator, omittingEmptySubsequences: false).map { .string(String($0)) })
            )
        default: break
        }
        guard let first = arguments.first, ["join", "slice", "len", "reverse"].contains(name) else { return nil }
        let json = try first.json()
        guard case .array(let elements) = json else {
            if name == "len", case .string(let text) = json { return .number(text.utf16.count) }
            return name == "len" ? .number(0) : first
        }
        switch name {
        case "len": return .number(elements.count)
        case "reverse": return .known(.array(elements.reversed()))
        case "join":
            let separator = arguments.count > 1 ? try arguments[1].text() : ", "
            var texts: [String] = []
            for element in elements { texts.append(try MockoonValue.known(element).text()) }
            return .text(texts.joined(separator: separator))
        default:
            let start = Int(clamping: try arguments.integer(1) ?? 0, to: 0...elements.count)
            let end = Int(clamping: try arguments.integer(2) ?? elements.count, to: start...elements.count)
            return .known(.array(Array(elements[start..<end])))
        }
    }

    private static func elements(_ arguments: [MockoonValue]) throws(Untranslatable) -> [JSON] {
        var elements: [JSON] = []
        for argument in arguments { elements.append(try argument.json()) }
        return elements
    }

    /// `oneOf (array 'a' 'b')`, `someOf (array 'a' 'b' 'c') 1 2`.
    private mutating func drawn(_ name: String, _ arguments: [MockoonValue]) throws(Untranslatable) -> MockoonValue {
        var elements = try Self.elements(arguments)
        var rest: ArraySlice<MockoonValue> = []
        if case .array(let list)? = elements.first {
            elements = list
            rest = arguments.dropFirst()
        }
        hasGenerated = true
        if name == "oneOf" {
            guard let element = fake.pick(elements) else { return .text("") }
            let isText = try rest.first?.isTrue() ?? false
            return isText ? .safe(String(decoding: element.bytes(), as: UTF8.self)) : .known(element)
        }
        let least = Int(clamping: try arguments.integer(1) ?? 1, to: 0...elements.count)
        let most = Int(clamping: try arguments.integer(2) ?? elements.count, to: least...max(least, elements.count))
        let some = JSON.array(Array(fake.shuffled(elements).prefix(fake.int(least...most))))
        let isText = try rest.dropFirst(2).first?.isTrue() ?? false
        return isText ? .text(String(decoding: some.bytes(), as: UTF8.self)) : .known(some)
    }
}

extension MockoonGenerator {
    /// Helpers of times, counted from the moment that stands for the present.
    private mutating func time(
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
