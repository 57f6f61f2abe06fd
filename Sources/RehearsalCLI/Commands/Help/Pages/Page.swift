/// An article of the documentation, which is compiled in so that it can be read wherever there is a terminal.
struct Page: Sendable {
    /// What follows `rehearsal help`.
    let name: String
    /// How other articles name it: its file, without the ending.
    let file: String
    /// Read when it is asked for; most runs want none.
    private let bytes: @Sendable () -> [UInt8]

    init(_ name: String, _ file: String, _ bytes: @escaping @autoclosure @Sendable () -> [UInt8]) {
        self.name = name
        self.file = file
        self.bytes = bytes
    }

    var markdown: String { String(decoding: bytes(), as: UTF8.self) }

    /// What its first line says.
    var title: String { String(markdown.prefix { $0 != "\n" }.drop { $0 == "#" || $0 == " " }) }

    static func named(_ name: String) -> Page? { all.first { $0.name == name } }

    /// The article for a terminal; its links say what to type.
    func text(width: Int) -> String {
        let marked = MarkedText { file in
            Page.all.first { $0.file == file }.map { "\($0.title) (rehearsal help \($0.name))" } ?? file
        }
        return PlainPage(width: Help.width(width), text: marked).render(markdown)
    }
}
