extension Defect {
    /// Defects in decoding: DEC.
    static let decoding = [
        rawError, missingAsEmpty, optionalOfAnyType, rejectsNull, namesConvertedTwice, lostAcronyms,
        amountsAreNumbers, closedEnum, wholeSeconds, invalidDateAsNow, binaryAmounts, htmlAsJSON,
        nullAsEmpty, invalidAsEmptyList, unknownAsPending, misspelledEnumValue, roundsIntegers, mismatchAsEmptyList,
        pageAsEmptyList, refusesPlainText, repairsBytes, acceptsRepeatedNames, depthAsEmptyList, rollsDatesOver,
        localTimes,
    ]

    static let roundsIntegers = Defect(315, breaks: "DEC-11", "Reads integers as binary fractions and rounds them")
    static let mismatchAsEmptyList = Defect(316, breaks: "DEC-12", "Reads any other document as an empty list")
    static let pageAsEmptyList = Defect(317, breaks: "DEC-13", "Reads an HTML page as an empty list")
    static let refusesPlainText = Defect(
        318,
        breaks: "DEC-14",
        "Rejects JSON that is sent as text/plain, although it declares that it accepts any type"
    )
    static let repairsBytes = Defect(319, breaks: "DEC-15", "Replaces bytes that are not valid UTF-8")
    static let acceptsRepeatedNames = Defect(320, breaks: "DEC-16", "Uses the first of two members with the same name")
    static let depthAsEmptyList = Defect(
        321,
        breaks: "DEC-18",
        "Reads a document that is nested too deeply as an empty list"
    )
    static let rollsDatesOver = Defect(322, breaks: "DEC-19", "Reads the 30th of February as the 1st of March")

    static let namesConvertedTwice = Defect(
        1,
        breaks: "DEC-06",
        "Uses the key names of the wire and a key conversion, so that no key is found"
    )
    static let rawError = Defect(
        3,
        breaks: "DEC-01",
        "Throws the error of its JSON parser instead of its own"
    )
    static let invalidDateAsNow = Defect(5, breaks: "DEC-09", "Replaces an invalid date by the current time")
    static let wholeSeconds = Defect(7, breaks: "DEC-08", "Rejects dates with a fraction of a second")
    static let closedEnum = Defect(8, breaks: "DEC-07", "Rejects a whole list because of one unknown status")
    static let binaryAmounts = Defect(11, breaks: "DEC-10", "Reads amounts of money as binary fractions")
    static let amountsAreNumbers = Defect(
        12,
        breaks: "DEC-06",
        in: ["fetchParkingSpots"],
        "Rejects a whole list because of a price that is a string"
    )
    static let missingAsEmpty = Defect(109, breaks: "DEC-02", "Reads a missing string as an empty one")
    static let optionalOfAnyType = Defect(110, breaks: "DEC-03", "Ignores an optional value of the wrong type")
    static let rejectsNull = Defect(111, breaks: "DEC-05", "Rejects null for an optional value")
    static let htmlAsJSON = Defect(117, breaks: "DEC-17", "Parses the HTML page of a proxy as JSON, with any status")
    static let lostAcronyms = Defect(
        201,
        breaks: "DEC-06",
        "Reads keys that end in an acronym as missing"
    )
    static let nullAsEmpty = Defect(203, breaks: "DEC-04", "Reads a null string as an empty one")
    static let invalidAsEmptyList = Defect(204, breaks: "DEC-01", "Reads a body that is not JSON as an empty list")
    static let misspelledEnumValue = Defect(157, breaks: "DEC-07", "Misspells an enumeration value and rejects it")
    static let localTimes = Defect(
        560,
        breaks: "DEC-20",
        onlyInOwnProcess: true,
        "Reads dates in the time zone of the device, whatever their offset"
    )
    static let unknownAsPending = Defect(205, breaks: "DEC-07", "Reads an unknown status as another one")
}
