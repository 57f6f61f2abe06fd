import Rehearsal
import RehearsalRedaction

extension FakeDataGenerator {
    /// Returns the value of a Faker method such as `person.firstName`; nil for an unknown method.
    mutating func value(of name: String, _ arguments: FakeArguments) -> MockoonValue? {
        let parts = name.split(separator: ".").map(String.init)
        guard parts.count == 2 else { return nil }
        let modules = ["name": "person", "address": "location", "random": "datatype", "time": "date"]
        let (module, method) = (modules[parts[0]] ?? parts[0], parts[1])
        // Each method of `finance` draws a currency, so that the random values after it do not depend on the method.
        let currency = module == "finance" ? pick(FakeWords.currencies) ?? [] : []
        if let pattern = Self.patterns["\(module).\(method)"] { return .text(text(pattern)) }
        return switch module {
        case "person": person(method, arguments)
        case "internet": internet(method, arguments)
        case "phone" where method == "number" || method == "phoneNumber":
            .text(replacingDigits(arguments.digits ?? "555-01##"))
        case "image": image(method, arguments)
        case "location": location(method, arguments)
        case "commerce" where method == "price":
            .text((arguments.text("symbol", at: 3) ?? "") + amount(arguments, least: 1, most: 1000))
        case "finance": finance(method, arguments, in: currency)
        case "number": number(method, arguments)
        case "datatype": datatype(method, arguments)
        case "string": string(method, arguments)
        case "lorem": lorem(method, arguments)
        case "color" where method == "rgb" || method == "hex":
            .text(text(arguments.text("format") == "css" ? "rgb({0-255}, {0-255}, {0-255})" : "#{6*hex}"))
        case "date": date(method, arguments)
        case "helpers": helper(method, arguments)
        case "animal": .text(text("{animals}"))
        default: nil
        }
    }

    /// The patterns of methods without arguments. Domains are reserved names (RFC 6761).
    private static let patterns = FakeWords.table(
        """
        person.lastName: {lastNames}
        person.prefix person.title: {Dr.,Mr.,Mrs.,Ms.}
        person.suffix: {I,II,Jr.,PhD,Sr.}
        person.sex person.sexType: {female,male}
        person.gender: {Woman,Man,Non-binary}
        person.jobTitle: {jobLevels} {jobAreas} {jobKinds}
        person.jobArea: {jobAreas}
        person.jobType: {jobKinds}
        person.jobDescriptor: {jobLevels}
        person.bio: {_jobKinds}, {animals} friend
        person.zodiacSign: {Aries,Gemini,Leo,Libra,Pisces,Taurus,Virgo}
        internet.url: https://{adjectives}-{nouns}.example/
        internet.domainName: {adjectives}-{nouns}.example
        internet.domainWord: {adjectives}-{nouns}
        internet.domainSuffix: {example,test}
        internet.ip internet.ipv4: 192.0.2.{1-254}
        internet.ipv6: 2001:db8:{4*hex}:{4*hex}:{4*hex}:{4*hex}:{4*hex}:{4*hex}
        internet.mac: {2*hex}:{2*hex}:{2*hex}:{2*hex}:{2*hex}:{2*hex}
        internet.protocol: {http,https}
        internet.httpMethod: {GET,POST,PUT,DELETE,PATCH}
        internet.color: #{6*hex}
        internet.emoji: {🌱,🌞,🌊,🍎,🎈,🎵,🐢,🚲}
        internet.avatar image.avatar image.avatarGitHub image.avatarLegacy image.personPortrait: \
        https://images.example/avatars/{1-9999}.jpg
        phone.imei: {2*digit}-{6*digit}-{6*digit}-{1*digit}
        location.city location.cityName: {cities}
        location.county: {streets} County
        location.continent: {Africa,Asia,Europe,North America,Oceania,South America}
        location.street location.streetName: {streets} {streetKinds}
        location.streetAddress: {1-999} {streets} {streetKinds}
        location.buildingNumber: {1-999}
        location.secondaryAddress: Apt. {1-999}
        location.timeZone date.timeZone: {timeZones}
        location.direction: {North,Northeast,East,South,Southwest,West}
        location.cardinalDirection: {North,East,South,West}
        company.name company.companyName: {lastNames} {companyEndings}
        company.companySuffix: {companyEndings}
        company.catchPhrase: {^adjectives} {adjectives} {nouns}
        company.buzzPhrase company.bs: {verbs} {adjectives} {nouns}s
        company.buzzAdjective company.catchPhraseAdjective company.catchPhraseDescriptor: {adjectives}
        company.buzzNoun company.catchPhraseNoun hacker.noun word.noun: {nouns}
        company.buzzVerb hacker.verb word.verb: {verbs}
        commerce.product: {products}
        commerce.productName: {^adjectives} {materials} {products}
        commerce.productAdjective: {^adjectives}
        commerce.productMaterial: {materials}
        commerce.productDescription: A {adjectives} {_products} for every day.
        commerce.department: {departments}
        commerce.isbn: 978-0-{6*digit}-{2*digit}-{1*digit}
        finance.accountName: {Savings,Checking,Investment,Loan} Account
        finance.iban: DE{20*digit}
        finance.bic: {4*capital}DE{2*bic}
        finance.creditCardNumber: 400000{10*digit}
        finance.creditCardCVV: {3*digit}
        finance.creditCardIssuer: {visa,mastercard,american_express}
        finance.maskedNumber finance.mask: (...{4*digit})
        finance.pin: {4*digit}
        finance.routingNumber: {1*nonzero}{8*digit}
        finance.transactionType: {deposit,invoice,payment,withdrawal}
        finance.bitcoinAddress: 1{33*base58}
        finance.ethereumAddress: 0x{40*hex}
        string.ulid: 01{24*ulid}
        lorem.word datatype.word: {lorem}
        color.human vehicle.color: {colors}
        database.mongodbObjectId: {24*hex}
        database.column: {id,title,name,email,status,createdAt}
        git.commitSha: {40*hex}
        git.shortSha: {7*hex}
        git.branch word.sample: {nouns}-{verbs}
        git.commitMessage hacker.phrase: {verbs} the {adjectives} {nouns}
        hacker.adjective word.adjective: {adjectives}
        hacker.abbreviation: {API,CSS,HTTP,JSON,SQL,TCP,XML}
        word.adverb: {adverbs}
        word.words: {adjectives} {nouns} {adverbs}
        music.genre: {genres}
        music.songName: {^adjectives} {nouns}
        vehicle.vin: {17*vin}
        vehicle.vrm: {2*plateStart}{2*digit}{3*plateEnd}
        vehicle.fuel: {Diesel,Electric,Gasoline,Hybrid}
        vehicle.type: {Cargo Van,Coupe,Hatchback,Sedan,Wagon}
        vehicle.vehicle vehicle.model vehicle.manufacturer vehicle.bicycle: {vehicles}
        system.fileName system.commonFileName: {nouns}_{verbs}.{endings}
        system.fileExt system.commonFileExt: {endings}
        system.filePath: /{nouns}/{verbs}.{endings}
        system.directoryPath: /{nouns}/{verbs}
        system.mimeType: {mimeTypes}
        system.semver: {0-9}.{0-20}.{0-20}
        """
    ).reduce(into: [String: String]()) { patterns, row in
        for name in row.name.split(separator: " ") { patterns[String(name)] = row.text }
    }
}
