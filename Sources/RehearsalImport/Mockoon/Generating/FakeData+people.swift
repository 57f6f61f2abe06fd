import Rehearsal

extension FakeData {
    mutating func firstName() -> String { word(FakeWords.firstNames) }

    mutating func lastName() -> String { word(FakeWords.lastNames) }

    mutating func fullName() -> String { "\(firstName()) \(lastName())" }

    /// `person.*` and `name.*`.
    mutating func person(_ method: String, _ arguments: FakeArguments) -> MockoonValue? {
        let sex = arguments.text("sex", at: 0)
        switch method {
        case "firstName", "middleName":
            return .text(
                word(sex == "female" ? FakeWords.female : sex == "male" ? FakeWords.male : FakeWords.firstNames)
            )
        case "lastName": return .text(lastName())
        case "fullName", "findName":
            let (first, last) = (arguments.text("firstName") ?? firstName(), arguments.text("lastName") ?? lastName())
            return .text("\(first) \(last)")
        case "prefix", "title": return .text(word(["Dr.", "Mr.", "Mrs.", "Ms."]))
        case "suffix": return .text(word(["I", "II", "Jr.", "PhD", "Sr."]))
        case "sex": return .text(word(["female", "male"]))
        case "sexType": return .text(word(["female", "male"]))
        case "gender": return .text(word(["Woman", "Man", "Non-binary"]))
        case "jobTitle":
            return .text("\(word(FakeWords.jobLevels)) \(word(FakeWords.jobAreas)) \(word(FakeWords.jobKinds))")
        case "jobArea": return .text(word(FakeWords.jobAreas))
        case "jobType": return .text(word(FakeWords.jobKinds))
        case "jobDescriptor": return .text(word(FakeWords.jobLevels))
        case "bio": return .text("\(word(FakeWords.jobKinds).lowercased()), \(word(FakeWords.animals)) friend")
        case "zodiacSign": return .text(word(["Aries", "Gemini", "Leo", "Libra", "Pisces", "Taurus", "Virgo"]))
        default: return nil
        }
    }

    /// A name for accounts and addresses.
    mutating func userName() -> String {
        let (first, last) = (firstName().lowercased(), lastName().lowercased())
        return bool() ? "\(first).\(last)" : "\(first)_\(last)\(int(1...99))"
    }

    /// A name that no one can register (RFC 6761).
    mutating func domainName() -> String { "\(word(FakeWords.adjectives))-\(word(FakeWords.nouns)).example" }

    /// `internet.*`.
    mutating func internet(_ method: String, _ arguments: FakeArguments) -> MockoonValue? {
        switch method {
        case "email", "exampleEmail", "safeEmail":
            let domain = arguments.text("provider") ?? word(["example.com", "example.net", "example.org"])
            return .text("\(userName())@\(domain)")
        case "userName", "username", "displayName": return .text(userName())
        case "password":
            return .text(characters(arguments.count("length", 15, &self), of: FakeData.letters + "0123456789"))
        case "url": return .text("https://\(domainName())/")
        case "domainName": return .text(domainName())
        case "domainSuffix": return .text(word(["example", "test"]))
        case "domainWord": return .text("\(word(FakeWords.adjectives))-\(word(FakeWords.nouns))")
        case "ip", "ipv4": return .text("192.0.2.\(int(1...254))")
        case "ipv6": return .text("2001:db8:" + (0..<6).map { _ in hexadecimal(4) }.joined(separator: ":"))
        case "mac": return .text((0..<6).map { _ in hexadecimal(2) }.joined(separator: ":"))
        case "port": return .number(int(1024...65_535))
        case "protocol": return .text(word(["http", "https"]))
        case "httpMethod": return .text(word(["GET", "POST", "PUT", "DELETE", "PATCH"]))
        case "httpStatusCode":
            return .number(pick([200, 201, 204, 301, 304, 400, 401, 403, 404, 409, 422, 500, 503]) ?? 200)
        case "userAgent": return .text(word(FakeWords.userAgents))
        case "color": return .text("#\(hexadecimal(6))")
        case "emoji": return .text(word(["🌱", "🌞", "🌊", "🍎", "🎈", "🎵", "🐢", "🚲"]))
        case "avatar": return image("avatar", arguments)
        default: return nil
        }
    }

    static let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

    /// `phone.*`.
    mutating func phone(_ method: String, _ arguments: FakeArguments) -> MockoonValue? {
        switch method {
        case "number", "phoneNumber":
            .text(numbered(arguments.text("format", at: 0).flatMap { $0.contains("#") ? $0 : nil } ?? "555-01##"))
        case "imei": .text(numbered("##-######-######-#"))
        default: nil
        }
    }

    /// `image.*`.
    mutating func image(_ method: String, _ arguments: FakeArguments) -> MockoonValue? {
        let width = arguments.int("width", at: 0) ?? 640
        let height = arguments.int("height", at: 1) ?? 480
        switch method {
        case "avatar", "avatarGitHub", "avatarLegacy", "personPortrait":
            return .text("https://images.example/avatars/\(int(1...9999)).jpg")
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
}
