/// The explanations of the DEC rules.
enum DecodingExplanations {
    static let all: [String: RuleExplanation] = [
        "DEC-01": RuleExplanation(
            why: """
                A body that is not JSON comes from a proxy or a defective server. The app must be able to recognize \
                this failure, which a retry or a sign-in does not correct.
                """,
            fix: """
                do {
                    return try decoder.decode([Item].self, from: data)
                } catch let error as DecodingError {
                    throw APIError.decoding(error)
                }
                """
        ),
        "DEC-02": RuleExplanation(
            why: """
                A missing key means that the client and the server disagree on the contract. An error with its path \
                finds the cause in minutes; a default value hides it until a user complains.
                """,
            fix: """
                struct Item: Decodable {
                    let id: Int
                    let name: String  // No default value: a missing key throws keyNotFound.
                }
                """
        ),
        "DEC-03": RuleExplanation(
            why: """
                A value of the wrong type is a change of the contract. A client that turns it into nil loses data \
                silently, and an error without a path does not tell which of a hundred elements is wrong.
                """,
            fix: """
                // Not: discount = try? values.decode(Decimal.self, forKey: .discount)
                discount = try values.decodeIfPresent(Decimal.self, forKey: .discount)
                """
        ),
        "DEC-04": RuleExplanation(
            why: """
                Null in a required field is as wrong as a missing key. A client that reads it as an empty string or \
                as zero shows a booking without a code, or an article that costs nothing.
                """,
            fix: """
                struct Reservation: Decodable {
                    let code: String      // null throws valueNotFound.
                    let note: String?     // null is allowed here only.
                }
                """
        ),
        "DEC-05": RuleExplanation(
            why: """
                Servers write an absent value as null or leave the key out, and often change from one form to the \
                other. A client that rejects one of the forms breaks when the backend makes this harmless change.
                """,
            fix: """
                init(from decoder: any Decoder) throws {
                    let values = try decoder.container(keyedBy: Key.self)
                    note = try values.decodeIfPresent(String.self, forKey: .note)
                }
                """
        ),
        "DEC-06": RuleExplanation(
            why: """
                Coding keys in snake case never match if the decoder also converts keys to camel case. Optional \
                fields then become nil without an error. Parts of the screen are empty although the server sent \
                everything.
                """,
            fix: """
                let decoder = JSONDecoder()
                decoder.keyDecodingStrategy = .convertFromSnakeCase
                // Then no CodingKeys with underscores, and imageUrl instead of imageURL.
                struct Item: Decodable { let imageUrl: URL? }
                """
        ),
        "DEC-07": RuleExplanation(
            why: """
                New backends send values that an old app does not know. A client that rejects them loses a whole \
                list because of one element, and the app must be updated before it works again.
                """,
            fix: """
                enum Status: Decodable, Equatable {
                    case open, paid, unknown(String)
                    init(from decoder: any Decoder) throws {
                        switch try decoder.singleValueContainer().decode(String.self) {
                        case "open": self = .open
                        case "paid": self = .paid
                        case let other: self = .unknown(other)
                        }
                    }
                }
                """
        ),
        "DEC-08": RuleExplanation(
            why: """
                Backends add fractions of a second or another time zone without notice. A client that knows only one \
                notation then cannot decode any reply, or shows an appointment at the wrong hour.
                """,
            fix: """
                decoder.dateDecodingStrategy = .custom { decoder in
                    let text = try decoder.singleValueContainer().decode(String.self)
                    let styles = [Date.ISO8601FormatStyle(), .init(includingFractionalSeconds: true)]
                    for style in styles { if let date = try? style.parse(text) { return date } }
                    throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: text))
                }
                """
        ),
        "DEC-09": RuleExplanation(
            why: """
                A date that cannot be read is unknown. A client that replaces it with the current time shows a wrong \
                appointment as a fact, and sorts and stores by it.
                """,
            fix: """
                guard let date = try? Date.ISO8601FormatStyle().parse(text) else {
                    // Not: Date()
                    throw DecodingError.dataCorrupted(.init(codingPath: path, debugDescription: text))
                }
                """
        ),
        "DEC-10": RuleExplanation(
            why: """
                Binary floating point cannot represent most amounts. The difference is invisible in one price and \
                visible in a sum, in a comparison with a limit, and in the request that sends the amount back.
                """,
            fix: """
                struct Price: Decodable {
                    let amount: Decimal  // Not Double.
                }
                // For amounts in strings: Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
                """
        ),
        "DEC-11": RuleExplanation(
            why: """
                Identifiers above 2^53 are common. A client that reads them as Double changes the last digits, and \
                then requests, edits or deletes the object of another user.
                """,
            fix: """
                struct Item: Decodable {
                    let id: Int64   // Not Double, and no conversion by Int(number.doubleValue).
                    let seats: Int  // 1.5 and 2^63 throw.
                }
                """
        ),
        "DEC-12": RuleExplanation(
            why: """
                A document of another shape is an error, but an empty list is a valid reply. A client that confuses \
                them shows an empty list of orders, and deletes the stored ones.
                """,
            fix: """
                // Not: (try? decoder.decode([Item].self, from: data)) ?? []
                return try decoder.decode([Item].self, from: data)
                """
        ),
        "DEC-13": RuleExplanation(
            why: """
                Networks in hotels and trains answer every request with a sign-in page and status 200 until the user \
                has signed in. A client that does not notice this deletes its stored data, or reports a defect of \
                the app.
                """,
            fix: """
                let type = response.value(forHTTPHeaderField: "Content-Type") ?? ""
                guard !type.hasPrefix("text/html") else {
                    throw APIError.captivePortal
                }
                return try decoder.decode([Item].self, from: data)
                """
        ),
        "DEC-14": RuleExplanation(
            why: """
                Servers and proxies often send JSON as text/plain or without a type. A client that checks the type \
                in some calls and not in others fails only for some replies.
                """,
            fix: """
                // One place for all calls. Either do not check the type at all, or:
                func isJSON(_ response: HTTPURLResponse) -> Bool {
                    guard let type = response.mimeType else { return true }
                    return type == "application/json" || type.hasSuffix("+json")
                }
                """
        ),
        "DEC-15": RuleExplanation(
            why: """
                Replaced bytes are lost. A client that repairs them silently shows a name with question marks, and \
                stores and sends it back in that form.
                """,
            fix: """
                // JSONDecoder rejects invalid UTF-8. Without it, use the failable initializer:
                guard let text = String(bytes: data, encoding: .utf8) else {
                    throw APIError.invalidText
                }
                // Not: String(decoding: data, as: UTF8.self)
                """
        ),
        "DEC-16": RuleExplanation(
            why: """
                Two members with the same name have no defined meaning: one parser uses the first, another the last. \
                An attacker can have one amount checked and another one paid.
                """,
            fix: """
                // JSONDecoder accepts repeated names. A strict parser counts them:
                func check(_ names: [String]) throws {
                    guard Set(names).count == names.count else {
                        throw APIError.invalidDocument
                    }
                }
                """
        ),
        "DEC-17": RuleExplanation(
            why: """
                Gateways answer with HTML or with nothing when a backend is down. A client that then reports a \
                decoding error hides the outage, and does not retry although a 502 may be retried.
                """,
            fix: """
                guard 200..<300 ~= response.statusCode else {
                    // The problem document is optional; the status is not.
                    let problem = try? decoder.decode(Problem.self, from: data)
                    throw APIError.http(status: response.statusCode, problem: problem)
                }
                """
        ),
        "DEC-18": RuleExplanation(
            why: """
                A parser that recurses for each level overflows the stack at a depth that a small document can have. \
                One defective or hostile reply then crashes the app. If the app stores the reply, it crashes again \
                at each start.
                """,
            fix: """
                guard data.count <= 10_000_000 else { throw APIError.tooLarge }
                // JSONDecoder limits the depth to 512. A recursive parser needs a limit too:
                guard depth < 512 else { throw APIError.tooDeep }
                """
        ),
        "DEC-19": RuleExplanation(
            why: """
                Lenient readers turn the 30th of February into a day in March, and a text with spaces into a URL. \
                The user sees a value that the server never sent, and no log has an error.
                """,
            fix: """
                guard let date = try? style.parse(text), style.format(date) == text else {
                    throw DecodingError.dataCorrupted(.init(codingPath: path, debugDescription: text))
                }
                guard let url = URL(string: text, encodingInvalidCharacters: false) else {
                    throw DecodingError.dataCorrupted(.init(codingPath: path, debugDescription: text))
                }
                """
        ),
        "DEC-20": RuleExplanation(
            why: """
                Tests run in one time zone and one language, but users live in all of them. A date that is read in \
                the time zone of the device is wrong by hours. A formatter with the calendar of the device sends the \
                year 2569 instead of 2026 to the server.
                """,
            fix: """
                let decoder = JSONDecoder()
                decoder.dateDecodingStrategy = .iso8601  // uses the offset in the text
                // A DateFormatter needs both; without them it uses the settings of the device:
                formatter.locale = Locale(identifier: "en_US_POSIX")
                formatter.timeZone = TimeZone(secondsFromGMT: 0)
                """
        ),
    ]
}
