import Rehearsal

extension FakeData {
    /// The value of a method of Faker such as `person.firstName`; nil for one that is not known here.
    mutating func value(of name: String, _ arguments: FakeArguments) -> MockoonValue? {
        let parts = name.split(separator: ".").map(String.init)
        guard parts.count == 2 else { return nil }
        let method = parts[1]
        return switch parts[0] {
        case "person", "name": person(method, arguments)
        case "internet": internet(method, arguments)
        case "phone": phone(method, arguments)
        case "image": image(method, arguments)
        case "location", "address": location(method, arguments)
        case "company": company(method)
        case "commerce": commerce(method, arguments)
        case "finance": finance(method, arguments)
        case "number": number(method, arguments)
        case "datatype", "random": datatype(method, arguments)
        case "string": string(method, arguments)
        case "lorem": lorem(method, arguments)
        case "color": color(method, arguments)
        case "date", "time": date(method, arguments)
        case "helpers": helper(method, arguments)
        default: rarer(parts[0], method)
        }
    }

    /// Methods that occur seldom.
    private mutating func rarer(_ module: String, _ method: String) -> MockoonValue? {
        switch (module, method) {
        case ("database", "mongodbObjectId"): .text(hexadecimal(24))
        case ("database", "column"): .text(word(["id", "title", "name", "email", "status", "createdAt"]))
        case ("git", "commitSha"): .text(hexadecimal(40))
        case ("git", "shortSha"): .text(hexadecimal(7))
        case ("git", "branch"), ("word", "sample"): .text("\(word(FakeWords.nouns))-\(word(FakeWords.verbs))")
        case ("git", "commitMessage"), ("hacker", "phrase"):
            .text("\(word(FakeWords.verbs)) the \(word(FakeWords.adjectives)) \(word(FakeWords.nouns))")
        case ("hacker", "noun"), ("word", "noun"): .text(word(FakeWords.nouns))
        case ("hacker", "verb"), ("word", "verb"): .text(word(FakeWords.verbs))
        case ("hacker", "adjective"), ("word", "adjective"): .text(word(FakeWords.adjectives))
        case ("word", "adverb"): .text(word(FakeWords.adverbs))
        case ("word", "words"):
            .text("\(word(FakeWords.adjectives)) \(word(FakeWords.nouns)) \(word(FakeWords.adverbs))")
        case ("hacker", "abbreviation"): .text(word(["API", "CSS", "HTTP", "JSON", "SQL", "TCP", "XML"]))
        case ("music", "genre"): .text(word(FakeWords.genres))
        case ("music", "songName"): .text("\(word(FakeWords.adjectives).capitalizedFirst) \(word(FakeWords.nouns))")
        case ("animal", _): .text(word(FakeWords.animals))
        case ("vehicle", "vin"): .text(characters(17, of: "ABCDEFGHJKLMNPRSTUVWXYZ0123456789"))
        case ("vehicle", "vrm"):
            .text(characters(2, of: "ABCDEFGHJKLM") + numbered("##") + characters(3, of: "NPRSTUVW"))
        case ("vehicle", "color"): .text(word(FakeWords.colors))
        case ("vehicle", "fuel"): .text(word(["Diesel", "Electric", "Gasoline", "Hybrid"]))
        case ("vehicle", "type"): .text(word(["Cargo Van", "Coupe", "Hatchback", "Sedan", "Wagon"]))
        case ("vehicle", "vehicle"), ("vehicle", "model"), ("vehicle", "manufacturer"), ("vehicle", "bicycle"):
            .text(word(FakeWords.vehicles))
        case ("system", "fileName"), ("system", "commonFileName"):
            .text("\(word(FakeWords.nouns))_\(word(FakeWords.verbs)).\(word(FakeWords.endings))")
        case ("system", "fileExt"), ("system", "commonFileExt"): .text(word(FakeWords.endings))
        case ("system", "filePath"):
            .text("/\(word(FakeWords.nouns))/\(word(FakeWords.verbs)).\(word(FakeWords.endings))")
        case ("system", "directoryPath"): .text("/\(word(FakeWords.nouns))/\(word(FakeWords.verbs))")
        case ("system", "mimeType"): .text(word(FakeWords.mimeTypes))
        case ("system", "semver"): .text("\(int(0...9)).\(int(0...20)).\(int(0...20))")
        default: nil
        }
    }
}
