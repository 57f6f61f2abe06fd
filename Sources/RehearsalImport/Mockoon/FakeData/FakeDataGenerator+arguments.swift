import Rehearsal
import RehearsalRedaction

extension FakeDataGenerator {
    mutating func person(_ method: String, _ arguments: FakeArguments) -> MockoonValue? {
        switch method {
        case "firstName", "middleName":
            switch arguments.text("sex", at: 0) {
            case "female"?: return .text(text("{female}"))
            case "male"?: return .text(text("{male}"))
            default: return .text(firstName())
            }
        case "fullName", "findName":
            let first = arguments.text("firstName") ?? firstName()
            return .text("\(first) \(arguments.text("lastName") ?? text("{lastNames}"))")
        default: return nil
        }
    }

    private mutating func firstName() -> String { word(FakeWords.firstNames) }

    /// Returns a user name for accounts and e-mail addresses.
    private mutating func userName() -> String {
        let (first, last) = (firstName().lowercased(), text("{_lastNames}"))
        return bool() ? "\(first).\(last)" : "\(first)_\(last)\(int(1...99))"
    }

    mutating func internet(_ method: String, _ arguments: FakeArguments) -> MockoonValue? {
        switch method {
        case "email", "exampleEmail", "safeEmail":
            let domain = arguments.text("provider") ?? text("{example.com,example.net,example.org}")
            return .text("\(userName())@\(domain)")
        case "userName", "username", "displayName": return .text(userName())
        case "password":
            return .text(characters(arguments.count("length", 15, &self), of: FakeWords.letters + "0123456789"))
        case "port": return .number(int(1024...65_535))
        case "httpStatusCode":
            return .number(pick([200, 201, 204, 301, 304, 400, 401, 403, 404, 409, 422, 500, 503]) ?? 200)
        case "userAgent": return .text(word(FakeWords.userAgents))
        default: return nil
        }
    }

    mutating func image(_ method: String, _ arguments: FakeArguments) -> MockoonValue? {
        let width = arguments.int("width", at: 0) ?? 640
        let height = arguments.int("height", at: 1) ?? 480
        switch method {
        case "url", "imageUrl", "urlLoremFlickr", "urlPicsumPhotos", "urlPlaceholder", "image", "cats", "nature",
            "people", "city", "food":
            let category = arguments.text("category").map { "/\($0)" } ?? ""
            return .text("https://images.example/\(width)/\(height)\(category)?lock=\(int(1...99_999))")
        case "dataUri":
            let picture = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\"/>"
            return .text("data:image/svg+xml;base64,\(Base64.encoded(Array(picture.utf8)))")
        default: return nil
        }
    }

    mutating func location(_ method: String, _ arguments: FakeArguments) -> MockoonValue? {
        switch method {
        case "country": return .text(entryWithCode("countries").name)
        case "countryCode": return .text(entryWithCode("countries").code)
        case "state":
            let state = entryWithCode("states")
            return .text(arguments["abbreviated"] == true ? state.code : state.name)
        case "stateAbbr": return .text(entryWithCode("states").code)
        case "zipCode", "zipCodeByState": return .text(replacingDigits(arguments.digits ?? "#####"))
        case "latitude": return .number(degrees(90))
        case "longitude": return .number(degrees(180))
        case "nearbyGPSCoordinate":
            return .known([.init(floatLiteral: degrees(90)), .init(floatLiteral: degrees(180))])
        default: return nil
        }
    }

    /// Returns the name and the two-letter code of a random entry such as `Norway NO`.
    private mutating func entryWithCode(_ list: String) -> (name: String, code: String) {
        let entry = word(FakeWords.list(list))
        return (String(entry.dropLast(3)), String(entry.suffix(2)))
    }

    /// Returns a random coordinate from `-limit` to `limit`, with four decimal places.
    private mutating func degrees(_ limit: Int) -> Double {
        Double(int((-limit * 10_000)...(limit * 10_000))) / 10_000
    }

    /// Returns a random amount of money. The option `dec` is the number of decimal places, by default 2.
    mutating func amount(_ arguments: FakeArguments, least: Double, most: Double) -> String {
        let low = arguments.number("min", at: 0) ?? least
        let high = max(low, arguments.number("max", at: 1) ?? most)
        let digits = Int(clamping: arguments.int("dec", at: 2) ?? 2, to: 0...10)
        return MockoonPureHelpers.fixed(low + (high - low) * unitInterval(), digits: digits)
    }

    /// Returns the value of a method of the module `finance`.
    ///
    /// - Parameter currency: The code, the name and the symbol of the currency.
    mutating func finance(_ method: String, _ arguments: FakeArguments, in currency: [String]) -> MockoonValue? {
        switch method {
        case "amount": return .text((arguments.text("symbol") ?? "") + amount(arguments, least: 0, most: 1000))
        case "account", "accountNumber": return .text(digits(arguments.count("length", 8, &self)))
        case "currencyCode": return .text(currency[0])
        case "currencyName": return .text(currency[1])
        case "currencySymbol": return .text(currency[2])
        case "transactionDescription":
            let sum = amount(arguments, least: 1, most: 1000)
            return .text("payment of \(currency[0]) \(sum) to \(text("{lastNames} {companyEndings}"))")
        default: return nil
        }
    }
}
