extension String {
    /// The text for XML or HTML, in an element or between the quotes of an attribute.
    ///
    /// What XML 1.0 cannot hold at all (§2.2), and whatever else steers a reader's screen, is written out.
    package var markup: String {
        var result = ""
        for character in printable.unicodeScalars {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }
}
