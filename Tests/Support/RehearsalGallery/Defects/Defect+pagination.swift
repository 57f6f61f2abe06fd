extension Defect {
    /// Defects in pages of lists: PAGE.
    static let pagination = [
        endsAtEmptyPage, decodesTokens, losesFilter, followsRepeatedToken, repeatsItems, loadsPageTwice,
    ]

    private static let search = ["searchSpots"]

    static let endsAtEmptyPage = Defect(440, breaks: "PAGE-01", in: search, "Ends a list at its first empty page")
    static let decodesTokens = Defect(441, breaks: "PAGE-02", in: search, "Sends the plus of a token unescaped")
    static let losesFilter = Defect(442, breaks: "PAGE-03", in: search, "Searches without the text from page two on")
    static let followsRepeatedToken = Defect(
        443,
        breaks: "PAGE-04",
        in: search,
        "Requests a repeated page again and again"
    )
    static let loadsPageTwice = Defect(
        445,
        breaks: "PAGE-06",
        in: ["loadMoreSpots"],
        "Requests a page for each call that wants it"
    )
    static let repeatsItems = Defect(
        444,
        breaks: "PAGE-05",
        in: search,
        "Lists an item twice that moved to the next page"
    )
}
