/// The word lists for generated values.
enum FakeWords {
    /// Returns the words of a list.
    static func list(_ name: String) -> [String] { lists[name] ?? [] }

    static let firstNames = list("female") + list("male")

    /// The currencies, each as its code (ISO 4217), its name and its symbol.
    static let currencies = list("currencies").map { currency in
        let words = currency.split(separator: " ").map(String.init)
        return [words.first ?? "", words.dropFirst().dropLast().joined(separator: " "), words.last ?? ""]
    }

    static let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

    /// The alphabets of patterns by their names.
    static let alphabets = [
        "digit": "0123456789", "nonzero": "123456789", "hex": "0123456789abcdef", "base58": letters + "123456789",
        "capital": "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "bic": "ABCDEFGH23456789", "ulid": "0123456789ABCDEFGHJKMNPQRSTVWXYZ",
        "vin": "ABCDEFGHJKLMNPRSTUVWXYZ0123456789", "plateStart": "ABCDEFGHJKLM", "plateEnd": "NPRSTUVW",
    ]

    static let userAgents = [
        "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, "
            + "like Gecko) Version/17.4 Safari/605.1.15",
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36",
    ]

    /// Parses a table of lines with a name, a colon and a text.
    static func table(_ text: String) -> [(name: String, text: String)] {
        text.split(separator: "\n").map { line in
            let name = line.prefix { $0 != ":" }
            return (String(name), String(line.dropFirst(name.count + 2)))
        }
    }

    /// The word lists. A tilde stands for a space in a word. Countries and states end in their codes (ISO 3166).
    private static let lists = table(
        """
        female: Ada Alma Amina Anna Bea Carla Clara Dana Edith Elena Elsa Emma Fatima Flora Greta Hana Ida Ines \
        Iris Jana June Katja Lea Lena Lucia Maja Maria Mila Mira Nadia Nina Nora Olga Paula Rosa Ruth Sara Sofia \
        Tara Vera
        male: Adam Aron Ben Bruno Carl Cyrus David Dario Elias Emil Enzo Erik Felix Finn Georg Hugo Ivan Jakob Jan \
        Jonas Juri Karim Leo Levi Luca Marc Mateo Max Milan Nico Noah Omar Oscar Pablo Paul Rafael Samir Simon \
        Theo Victor
        lastNames: Abel Adler Ahmed Bauer Becker Berg Bianchi Blake Brandt Carter Castro Clark Costa Cruz Diaz \
        Dubois Evans Fischer Garcia Graf Hansen Hart Hill Ivanov Jensen Keller Khan Klein Kovac Lang Larsen Lopez \
        Marino Meyer Moreau Nagy Novak Olsen Patel Perez Reed Rossi Sato Schmidt Silva Stone Tanaka Torres Vogel \
        Walker Weber Young
        lorem: ad alia animi ante arbor aut aqua bene brevis caput carpo causa celer cito clarus colo cras cura \
        debeo decor dens diu dolor domus ergo et fides flos forma frater gaudeo gratia hic hora humus idem ignis \
        in iter labor lacus laus lex liber lux magnus mare memor mensa modo mons navis nihil nox nunc omnis opus \
        ora pax pons porta quia quod rex rosa sal sed semper silva sol somnus spes sub tempus terra ultra umbra \
        unda urbs vado ver via
        cities: Aldermoor Ashford Bellhaven Birchfield Brookside Cedar~Falls Clearwater Easton Elmbridge Fairview \
        Glenwood Greenport Harborview Kingsbridge Lakewood Maplewood Millbrook Northfield Oakdale Pinehurst \
        Riverton Rosehill Silverton Springdale Stonebridge Westbrook Willow~Creek Windermere
        streets: Birch Bridge Canal Castle Cedar Chapel Church Elm Forest Garden Grove Harbor Hill King Lake Lime \
        Maple Market Meadow Mill Oak Park Queen River School Spring Station Summer Valley Victoria Willow Winter
        streetKinds: Street Road Avenue Lane Way Drive Court Place
        countries: Argentina~AR Australia~AU Austria~AT Belgium~BE Brazil~BR Canada~CA Chile~CL Croatia~HR \
        Denmark~DK Egypt~EG Estonia~EE Finland~FI France~FR Germany~DE Ghana~GH Greece~GR Iceland~IS India~IN \
        Ireland~IE Italy~IT Japan~JP Kenya~KE Latvia~LV Mexico~MX Morocco~MA Nepal~NP New~Zealand~NZ Norway~NO \
        Peru~PE Poland~PL Portugal~PT Senegal~SN Slovenia~SI South~Africa~ZA Spain~ES Sweden~SE Switzerland~CH \
        Uruguay~UY
        states: Alabama~AL Alaska~AK Arizona~AZ California~CA Colorado~CO Florida~FL Georgia~GA Hawaii~HI Idaho~ID \
        Iowa~IA Kansas~KS Maine~ME Maryland~MD Michigan~MI Montana~MT Nevada~NV New~York~NY Ohio~OH Oregon~OR \
        Texas~TX Utah~UT Vermont~VT Virginia~VA Washington~WA Wyoming~WY
        timeZones: Africa/Cairo Africa/Nairobi America/Bogota America/Chicago America/New_York Asia/Kolkata \
        Asia/Tokyo Australia/Sydney Europe/Berlin Europe/London Europe/Madrid Europe/Oslo Pacific/Auckland
        colors: amber azure beige black blue brown coral cyan gold green grey indigo ivory lime magenta maroon \
        mint olive orange pink plum purple red salmon silver teal turquoise violet white yellow
        companyEndings: Inc LLC Group Ltd Partners~and Sons
        adjectives: adaptive bold bright calm clever compact complete cool durable elegant fine fresh gentle \
        handmade light lively modern neat open practical quiet quick reliable robust rustic secure sleek small \
        smart soft sturdy tasty
        materials: Bamboo Bronze Ceramic Cotton Glass Granite Leather Linen Metal Plastic Steel Wooden Wool
        products: Bag Ball Basket Bike Book Bottle Bowl Chair Clock Cup Desk Fork Gloves Hat Jacket Keyboard Knife \
        Lamp Mouse Pants Pen Phone Plate Radio Scarf Shirt Shoes Soap Sofa Table Towel Umbrella Watch
        departments: Automotive Baby Beauty Books Clothing Garden Grocery Health Home Music Shoes Sports Toys
        nouns: array bridge bus cable card channel circuit cloud driver engine feed field file form index key line \
        link matrix module monitor network panel path plan port program protocol queue report sensor server signal \
        stack stream system table token
        verbs: add build call check copy count deliver draw drive enable extend find follow gather grow index keep \
        learn link load make map merge move open parse plan program read scale send share start store sync test \
        trace write
        adverbs: almost brightly calmly fully gently kindly nearly neatly often openly quickly quietly soon well
        jobAreas: Accounts Data Design Marketing Operations Product Quality Research Sales Security Support
        jobLevels: Chief Global Junior Lead Principal Regional Senior
        jobKinds: Administrator Analyst Architect Assistant Consultant Designer Director Engineer Manager
        currencies: EUR~Euro~€ USD~US~Dollar~$ GBP~Pound~Sterling~£ CHF~Swiss~Franc~CHF JPY~Yen~¥ \
        SEK~Swedish~Krona~kr NOK~Norwegian~Krone~kr CAD~Canadian~Dollar~$ AUD~Australian~Dollar~$ \
        BRL~Brazilian~Real~R$ INR~Indian~Rupee~₹ PLN~Zloty~zł DKK~Danish~Krone~kr NZD~New~Zealand~Dollar~$
        animals: bear cat cow crane deer dog dolphin duck eagle fox frog goat hare horse lion otter owl seal wolf
        vehicles: Aster Boreal Cirrus Delta Ember Falcon Gale Horizon Meridian Nimbus Orion Summit
        genres: Blues Classical Country Electronic Folk Funk Jazz Latin Metal Pop Rap Reggae Rock Soul
        mimeTypes: application/json application/pdf application/xml image/jpeg image/png text/csv text/plain
        endings: csv html jpeg json mp3 mp4 pdf png txt xml zip
        weekdays: Sunday Monday Tuesday Wednesday Thursday Friday Saturday
        months: January February March April May June July August September October November December
        """
    ).reduce(into: [String: [String]]()) { lists, row in
        lists[row.name] = row.text.split(separator: " ").map { String($0).replacing("~", with: " ") }
    }
}
