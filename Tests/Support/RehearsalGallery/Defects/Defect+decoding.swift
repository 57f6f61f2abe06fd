extension Defect {
    /// What becomes of a body: DEC.
    static let decoding = [
        rawError, blankForMissing, optionalOfAnyType, nullIsNoValue, namesConvertedTwice, lostAcronyms,
        amountsAreNumbers, closedWords, wholeSeconds, presentForGarbage, binaryAmounts, pageForJSON,
        blankForNull, nothingForGarbage, pendingForUnknown, misspelledWord,
    ]

    static let namesConvertedTwice = Defect(
        1,
        breaks: "DEC-06",
        "Names its keys as they are on the wire and converts them too, so that none is found"
    )
    static let rawError = Defect(
        3,
        breaks: "DEC-01",
        "Lets the error of its JSON reader through, which callers do not know"
    )
    static let presentForGarbage = Defect(5, breaks: "DEC-09", "Takes the present for a date that it cannot read")
    static let wholeSeconds = Defect(7, breaks: "DEC-08", "Reads no date with a fraction of a second")
    static let closedWords = Defect(8, breaks: "DEC-07", "Loses a whole list to one status that it does not know")
    static let binaryAmounts = Defect(11, breaks: "DEC-10", "Reads money as a binary fraction")
    static let amountsAreNumbers = Defect(
        12,
        breaks: "DEC-06",
        in: ["fetchParkingSpots"],
        "Loses a whole list to a price that is a string"
    )
    static let blankForMissing = Defect(109, breaks: "DEC-02", "Takes a text that is missing for an empty one")
    static let optionalOfAnyType = Defect(110, breaks: "DEC-03", "Takes an optional value of the wrong type for none")
    static let nullIsNoValue = Defect(111, breaks: "DEC-05", "Refuses a null where a value may be missing")
    static let pageForJSON = Defect(117, breaks: "DEC-17", "Reads the page of a proxy as JSON, whatever its status")
    static let lostAcronyms = Defect(
        201,
        breaks: "DEC-06",
        "Finds no key that ends in an acronym, and takes it for missing"
    )
    static let blankForNull = Defect(203, breaks: "DEC-02", "Takes a text that is null for an empty one")
    static let nothingForGarbage = Defect(204, breaks: "DEC-01", "Takes a body that is no JSON for an empty list")
    static let misspelledWord = Defect(157, breaks: "DEC-07", "Does not know one of its words, which it misspells")
    static let pendingForUnknown = Defect(205, breaks: "DEC-07", "Takes a status that it does not know for another one")
}
