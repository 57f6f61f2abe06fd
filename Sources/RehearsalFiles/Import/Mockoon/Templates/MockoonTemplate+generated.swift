import Rehearsal

extension MockoonTemplate {
    /// Helpers that generate a value.
    mutating func generated(
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
        case "lorem": return .text(fake.sentence(try integer(arguments, 0).map { Int(clamping: $0, to: 1...1000) }))
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
}
