import Rehearsal

/// A value of a message together with the place where it stands, so that whoever wrote it is told what to mend.
///
/// What must be there is asked for by a function that throws. Members that nothing reads are ignored, but for those of
/// a hello, which are reported.
struct MessageValue {
    let json: JSON
    let place: String
    /// Records the members that are read; nil where others are of no interest.
    private let known: KnownMembers?

    init(_ json: JSON, at place: String = "", noting known: KnownMembers? = nil) {
        (self.json, self.place, self.known) = (json, place, known)
    }

    /// The member of that name; nil if it is missing or null.
    subscript(name: String) -> MessageValue? {
        known?.note(name, of: json, at: place)
        guard let value = json[name], value != .null else { return nil }
        return MessageValue(value, at: below(name), noting: known)
    }

    /// The member of that name, which must be there.
    func member(_ name: String) throws(MessageError) -> MessageValue {
        guard case .object = json else { throw wrong("an object") }
        guard let value = self[name] else { throw MessageError(below(name), "is missing") }
        return value
    }

    var isObject: Bool { if case .object = json { true } else { false } }

    /// Records that a value is taken as it is, although it is probably a mistake.
    func doubt(_ text: String) { known?.doubt("\(place): \(text)") }

    private func below(_ name: String) -> String { place.isEmpty ? name : "\(place).\(name)" }

    /// What is said of a value that is not what it should be.
    func wrong(_ wanted: String) -> MessageError {
        let text = String(decoding: json.bytes(), as: UTF8.self)
        return MessageError(place, "expected \(wanted), found \(text.count > 60 ? "\(text.prefix(59))…" : text)")
    }
}

extension MessageValue {
    func string() throws(MessageError) -> String {
        guard case .string(let text) = json else { throw wrong("a string") }
        return text
    }

    func bool() throws(MessageError) -> Bool {
        guard case .bool(let value) = json else { throw wrong("true or false") }
        return value
    }

    func number() throws(MessageError) -> Double {
        guard case .number(let number) = json, let value = Double(number.text), value.isFinite else {
            throw wrong("a number")
        }
        return value
    }

    func number(in range: ClosedRange<Double>) throws(MessageError) -> Double {
        let value = try number()
        guard range.contains(value) else {
            throw wrong("a number from \(Int(range.lowerBound)) to \(Int(range.upperBound))")
        }
        return value
    }

    func integer(in range: ClosedRange<Int> = 0...Int(Int32.max)) throws(MessageError) -> Int {
        guard case .number(let number) = json, let value = Int(number.text), range.contains(value) else {
            throw wrong("a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }

    func status() throws(MessageError) -> Int { try integer(in: 100...999) }

    /// A length of time in milliseconds; a day at most.
    func milliseconds() throws(MessageError) -> Duration {
        let value = try number()
        guard (0...86_400_000).contains(value) else { throw wrong("milliseconds from 0 to 86400000") }
        return .nanoseconds(Int64((value * 1_000_000).rounded()))
    }

    func elements() throws(MessageError) -> [MessageValue] {
        guard case .array(let elements) = json else { throw wrong("an array") }
        return elements.enumerated().map { MessageValue($1, at: "\(place)[\($0)]", noting: known) }
    }

    func members() throws(MessageError) -> [(name: String, value: MessageValue)] {
        guard case .object(let members) = json else { throw wrong("an object") }
        return members.map { ($0.name, MessageValue($0.value, at: below($0.name), noting: known)) }
    }

    /// What stands under each status of an object, such as `{"409": …}`.
    func byStatus<Value>(
        _ read: (MessageValue) throws(MessageError) -> Value
    ) throws(MessageError) -> [Int: Value] {
        var values: [Int: Value] = [:]
        for (name, value) in try members() {
            guard name.utf8.count == 3, let status = Int(name), status >= 100 else {
                throw MessageError(value.place, "the name of a member is a status, found \"\(name)\"")
            }
            values[status] = try read(value)
        }
        return values
    }

    /// One of a few words.
    func word<Word: RawRepresentable & CaseIterable>(
        _ type: Word.Type = Word.self
    ) throws(MessageError) -> Word where Word.RawValue == String {
        guard case .string(let text) = json, let word = Word(rawValue: text) else {
            throw wrong("one of \(Word.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return word
    }
}
