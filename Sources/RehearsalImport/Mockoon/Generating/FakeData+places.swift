import Rehearsal

extension FakeData {
    /// The name of an entry such as `Norway NO`, and its code.
    private mutating func coded(_ list: [String]) -> (name: String, code: String) {
        let entry = word(list)
        return (String(entry.dropLast(3)), String(entry.suffix(2)))
    }

    mutating func country() -> (name: String, code: String) { coded(FakeWords.countries) }

    mutating func street() -> String { "\(word(FakeWords.streets)) \(word(FakeWords.streetKinds))" }

    /// A coordinate with four digits after its point.
    mutating func degrees(_ limit: Int) -> Double { Double(int((-limit * 10_000)...(limit * 10_000))) / 10_000 }

    /// `location.*` and `address.*`.
    mutating func location(_ method: String, _ arguments: FakeArguments) -> MockoonValue? {
        switch method {
        case "city", "cityName": return .text(word(FakeWords.cities))
        case "country": return .text(country().name)
        case "countryCode": return .text(country().code)
        case "county": return .text("\(word(FakeWords.streets)) County")
        case "continent": return .text(word(["Africa", "Asia", "Europe", "North America", "Oceania", "South America"]))
        case "state":
            let state = coded(FakeWords.states)
            return .text(arguments["abbreviated"] == true ? state.code : state.name)
        case "stateAbbr": return .text(coded(FakeWords.states).code)
        case "street", "streetName": return .text(street())
        case "streetAddress": return .text("\(int(1...999)) \(street())")
        case "buildingNumber": return .text(String(int(1...999)))
        case "secondaryAddress": return .text("Apt. \(int(1...999))")
        case "zipCode", "zipCodeByState":
            return .text(numbered(arguments.text("format", at: 0).flatMap { $0.contains("#") ? $0 : nil } ?? "#####"))
        case "latitude": return .number(degrees(90))
        case "longitude": return .number(degrees(180))
        case "nearbyGPSCoordinate":
            return .known([.init(floatLiteral: degrees(90)), .init(floatLiteral: degrees(180))])
        case "timeZone": return .text(word(FakeWords.timeZones))
        case "direction": return .text(word(["North", "Northeast", "East", "South", "Southwest", "West"]))
        case "cardinalDirection": return .text(word(["North", "East", "South", "West"]))
        default: return nil
        }
    }

    mutating func companyName() -> String { "\(lastName()) \(word(FakeWords.companyEndings))" }

    /// `company.*`.
    mutating func company(_ method: String) -> MockoonValue? {
        switch method {
        case "name", "companyName": .text(companyName())
        case "companySuffix": .text(word(FakeWords.companyEndings))
        case "catchPhrase":
            .text(
                "\(word(FakeWords.adjectives).capitalizedFirst) \(word(FakeWords.adjectives)) \(word(FakeWords.nouns))"
            )
        case "buzzPhrase", "bs":
            .text("\(word(FakeWords.verbs)) \(word(FakeWords.adjectives)) \(word(FakeWords.nouns))s")
        case "buzzAdjective", "catchPhraseAdjective", "catchPhraseDescriptor": .text(word(FakeWords.adjectives))
        case "buzzNoun", "catchPhraseNoun": .text(word(FakeWords.nouns))
        case "buzzVerb": .text(word(FakeWords.verbs))
        default: nil
        }
    }

    /// `commerce.*`.
    mutating func commerce(_ method: String, _ arguments: FakeArguments) -> MockoonValue? {
        switch method {
        case "product": return .text(word(FakeWords.products))
        case "productName":
            let adjective = word(FakeWords.adjectives).capitalizedFirst
            return .text("\(adjective) \(word(FakeWords.materials)) \(word(FakeWords.products))")
        case "productAdjective": return .text(word(FakeWords.adjectives).capitalizedFirst)
        case "productMaterial": return .text(word(FakeWords.materials))
        case "productDescription":
            return .text("A \(word(FakeWords.adjectives)) \(word(FakeWords.products).lowercased()) for every day.")
        case "department": return .text(word(FakeWords.departments))
        case "price":
            let sign = arguments.text("symbol", at: 3) ?? ""
            return .text(sign + amount(arguments, least: 1, most: 1000))
        case "isbn": return .text("978-0-" + numbered("######-##-#"))
        default: return nil
        }
    }

    /// An amount of money, with two digits after its point unless `dec` says otherwise.
    mutating func amount(_ arguments: FakeArguments, least: Double, most: Double) -> String {
        let low = arguments.number("min", at: 0) ?? least
        let high = max(low, arguments.number("max", at: 1) ?? most)
        let digits = Int(clamping: arguments.int("dec", at: 2) ?? 2, to: 0...10)
        return MockoonCalculation.fixed(low + (high - low) * unit(), digits: digits)
    }

    /// `finance.*`.
    mutating func finance(_ method: String, _ arguments: FakeArguments) -> MockoonValue? {
        let currency = pick(FakeWords.currencies) ?? ["EUR", "Euro", "€"]
        switch method {
        case "amount": return .text((arguments.text("symbol") ?? "") + amount(arguments, least: 0, most: 1000))
        case "account", "accountNumber": return .text(digits(arguments.count("length", 8, &self)))
        case "accountName": return .text("\(word(["Savings", "Checking", "Investment", "Loan"])) Account")
        case "currencyCode": return .text(currency[0])
        case "currencyName": return .text(currency[1])
        case "currencySymbol": return .text(currency[2])
        case "iban": return .text("DE\(numbered("####################"))")
        case "bic":
            return .text(characters(4, of: "ABCDEFGHIJKLMNOPQRSTUVWXYZ") + "DE" + characters(2, of: "ABCDEFGH23456789"))
        case "creditCardNumber": return .text("400000" + numbered("##########"))
        case "creditCardCVV": return .text(numbered("###"))
        case "creditCardIssuer": return .text(word(["visa", "mastercard", "american_express"]))
        case "maskedNumber", "mask": return .text("(...\(numbered("####")))")
        case "pin": return .text(numbered("####"))
        case "routingNumber": return .text(digits(9))
        case "transactionType": return .text(word(["deposit", "invoice", "payment", "withdrawal"]))
        case "transactionDescription":
            return .text("payment of \(currency[0]) \(amount(arguments, least: 1, most: 1000)) to \(companyName())")
        case "bitcoinAddress": return .text("1" + characters(33, of: FakeData.letters + "123456789"))
        case "ethereumAddress": return .text("0x" + hexadecimal(40))
        default: return nil
        }
    }
}

extension String {
    /// The text with a capital at its beginning.
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
