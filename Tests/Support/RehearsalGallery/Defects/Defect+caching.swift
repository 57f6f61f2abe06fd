extension Defect {
    /// Defects in caching: CACHE.
    static let caching = [
        unquotesTags, notModifiedIsError, repeatsForever, storesErrors, ignoresNoStore, ignoresOwner, keepsAfterWrite,
        weakensTags,
    ]

    static let unquotesTags = Defect(430, breaks: "CACHE-01", "Sends an entity tag without its quotes")
    static let notModifiedIsError = Defect(431, breaks: "CACHE-02", "Reports a 304 as an error")
    static let repeatsForever = Defect(432, breaks: "CACHE-03", "Repeats its request twice after a 304 for nothing")
    static let storesErrors = Defect(433, breaks: "CACHE-04", "Stores the reply with an error status")
    static let ignoresNoStore = Defect(434, breaks: "CACHE-04", "Stores a reply with no-store for offline use")
    static let ignoresOwner = Defect(435, breaks: "CACHE-05", "Returns what another user's client stored")
    static let keepsAfterWrite = Defect(436, breaks: "CACHE-06", "Uses a fresh stored reply after a write")
    static let weakensTags = Defect(
        437,
        breaks: "CACHE-07",
        in: ["cancelReservation"],
        "Sends an entity tag as a weak one in If-Match"
    )
}
