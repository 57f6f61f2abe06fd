/// Words that generated values consist of.
enum FakeWords {
    /// The words of a text.
    static func list(_ text: String, by separator: Character = " ") -> [String] {
        text.split(separator: separator).map(String.init)
    }

    static let firstNames = female + male
    static let female = list(
        "Ada Alma Amina Anna Bea Carla Clara Dana Edith Elena Elsa Emma Fatima Flora Greta Hana Ida Ines Iris Jana "
            + "June Katja Lea Lena Lucia Maja Maria Mila Mira Nadia Nina Nora Olga Paula Rosa Ruth Sara Sofia Tara "
            + "Vera"
    )
    static let male = list(
        "Adam Aron Ben Bruno Carl Cyrus David Dario Elias Emil Enzo Erik Felix Finn Georg Hugo Ivan Jakob Jan Jonas "
            + "Juri Karim Leo Levi Luca Marc Mateo Max Milan Nico Noah Omar Oscar Pablo Paul Rafael Samir Simon Theo "
            + "Victor"
    )
    static let lastNames = list(
        "Abel Adler Ahmed Bauer Becker Berg Bianchi Blake Brandt Carter Castro Clark Costa Cruz Diaz Dubois Evans "
            + "Fischer Garcia Graf Hansen Hart Hill Ivanov Jensen Keller Khan Klein Kovac Lang Larsen Lopez Marino "
            + "Meyer Moreau Nagy Novak Olsen Patel Perez Reed Rossi Sato Schmidt Silva Stone Tanaka Torres Vogel "
            + "Walker Weber Young"
    )
    static let lorem = list(
        "ad alia animi ante arbor aut aqua bene brevis caput carpo causa celer cito clarus colo cras cura debeo decor "
            + "dens diu dolor domus ergo et fides flos forma frater gaudeo gratia hic hora humus idem ignis in iter "
            + "labor lacus laus lex liber lux magnus mare memor mensa modo mons navis nihil nox nunc omnis opus ora "
            + "pax pons porta quia quod rex rosa sal sed semper silva sol somnus spes sub tempus terra ultra umbra "
            + "unda urbs vado ver via"
    )
    static let cities = list(
        "Aldermoor,Ashford,Bellhaven,Birchfield,Brookside,Cedar Falls,Clearwater,Easton,Elmbridge,Fairview,Glenwood,"
            + "Greenport,Harborview,Kingsbridge,Lakewood,Maplewood,Millbrook,Northfield,Oakdale,Pinehurst,Riverton,"
            + "Rosehill,Silverton,Springdale,Stonebridge,Westbrook,Willow Creek,Windermere",
        by: ","
    )
    static let streets = list(
        "Birch,Bridge,Canal,Castle,Cedar,Chapel,Church,Elm,Forest,Garden,Grove,Harbor,Hill,King,Lake,Lime,Maple,"
            + "Market,Meadow,Mill,Oak,Park,Queen,River,School,Spring,Station,Summer,Valley,Victoria,Willow,Winter",
        by: ","
    )
    static let streetKinds = list("Street Road Avenue Lane Way Drive Court Place")
    /// Countries and their codes (ISO 3166-1).
    static let countries = list(
        "Argentina AR,Australia AU,Austria AT,Belgium BE,Brazil BR,Canada CA,Chile CL,Croatia HR,Denmark DK,Egypt EG,"
            + "Estonia EE,Finland FI,France FR,Germany DE,Ghana GH,Greece GR,Iceland IS,India IN,Ireland IE,Italy IT,"
            + "Japan JP,Kenya KE,Latvia LV,Mexico MX,Morocco MA,Nepal NP,New Zealand NZ,Norway NO,Peru PE,Poland PL,"
            + "Portugal PT,Senegal SN,Slovenia SI,South Africa ZA,Spain ES,Sweden SE,Switzerland CH,Uruguay UY",
        by: ","
    )
    /// States of the USA and their abbreviations.
    static let states = list(
        "Alabama AL,Alaska AK,Arizona AZ,California CA,Colorado CO,Florida FL,Georgia GA,Hawaii HI,Idaho ID,Iowa IA,"
            + "Kansas KS,Maine ME,Maryland MD,Michigan MI,Montana MT,Nevada NV,New York NY,Ohio OH,Oregon OR,Texas TX,"
            + "Utah UT,Vermont VT,Virginia VA,Washington WA,Wyoming WY",
        by: ","
    )
    static let timeZones = list(
        "Africa/Cairo Africa/Nairobi America/Bogota America/Chicago America/New_York Asia/Kolkata Asia/Tokyo "
            + "Australia/Sydney Europe/Berlin Europe/London Europe/Madrid Europe/Oslo Pacific/Auckland"
    )
    static let colors = list(
        "amber azure beige black blue brown coral cyan gold green grey indigo ivory lime magenta maroon mint olive "
            + "orange pink plum purple red salmon silver teal turquoise violet white yellow"
    )
    static let companyEndings = list("Inc LLC Group Ltd Partners,and Sons", by: " ").map {
        $0.replacing(",", with: " ")
    }
    static let adjectives = list(
        "adaptive bold bright calm clever compact complete cool durable elegant fine fresh gentle handmade light "
            + "lively modern neat open practical quiet quick reliable robust rustic secure sleek small smart soft "
            + "sturdy tasty"
    )
    static let materials = list(
        "Bamboo Bronze Ceramic Cotton Glass Granite Leather Linen Metal Plastic Steel Wooden Wool"
    )
    static let products = list(
        "Bag Ball Basket Bike Book Bottle Bowl Chair Clock Cup Desk Fork Gloves Hat Jacket Keyboard Knife Lamp Mouse "
            + "Pants Pen Phone Plate Radio Scarf Shirt Shoes Soap Sofa Table Towel Umbrella Watch"
    )
    static let departments = list(
        "Automotive Baby Beauty Books Clothing Garden Grocery Health Home Music Shoes Sports Toys"
    )
    static let nouns = list(
        "array bridge bus cable card channel circuit cloud driver engine feed field file form index key line link "
            + "matrix module monitor network panel path plan port program protocol queue report sensor server signal "
            + "stack stream system table token"
    )
    static let verbs = list(
        "add build call check copy count deliver draw drive enable extend find follow gather grow index keep learn "
            + "link load make map merge move open parse plan program read scale send share start store sync test "
            + "trace write"
    )
    static let adverbs = list(
        "almost brightly calmly fully gently kindly nearly neatly often openly quickly quietly soon well"
    )
    static let jobAreas = list(
        "Accounts Data Design Marketing Operations Product Quality Research Sales Security Support"
    )
    static let jobLevels = list("Chief Global Junior Lead Principal Regional Senior")
    static let jobKinds = list(
        "Administrator Analyst Architect Assistant Consultant Designer Director Engineer Manager"
    )
    /// Currencies (ISO 4217) with their names and signs.
    static let currencies = list(
        "EUR Euro €,USD US_Dollar $,GBP Pound_Sterling £,CHF Swiss_Franc CHF,JPY Yen ¥,SEK Swedish_Krona kr,"
            + "NOK Norwegian_Krone kr,CAD Canadian_Dollar $,AUD Australian_Dollar $,BRL Brazilian_Real R$,"
            + "INR Indian_Rupee ₹,PLN Zloty zł,DKK Danish_Krone kr,NZD New_Zealand_Dollar $",
        by: ","
    ).map { $0.split(separator: " ").map { $0.replacing("_", with: " ") } }
    static let animals = list(
        "bear cat cow crane deer dog dolphin duck eagle fox frog goat hare horse lion otter owl seal wolf"
    )
    static let vehicles = list("Aster Boreal Cirrus Delta Ember Falcon Gale Horizon Meridian Nimbus Orion Summit")
    static let genres = list("Blues Classical Country Electronic Folk Funk Jazz Latin Metal Pop Rap Reggae Rock Soul")
    static let mimeTypes = list(
        "application/json application/pdf application/xml image/jpeg image/png text/csv text/plain"
    )
    static let endings = list("csv html jpeg json mp3 mp4 pdf png txt xml zip")
    static let userAgents = [
        "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, "
            + "like Gecko) Version/17.4 Safari/605.1.15",
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36",
    ]
}
