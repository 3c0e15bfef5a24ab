import Testing

/// A text that RFC 8259 requires a parser to accept, with Nexus's output for its value.
struct JSONAcceptedCase: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    let written: String

    init(_ name: String, _ text: String, as written: String? = nil) {
        self.name = name
        self.text = text
        self.written = written ?? text
    }

    var testDescription: String { name }
}

extension JSONAcceptedCase {
    static let all = structure + numbers + strings + objects

    static let structure: [JSONAcceptedCase] = [
        .init("an array of nothing", "[]"),
        .init("an array of nothing, with a space in it", "[ ]", as: "[]"),
        .init("an object of nothing", "{}"),
        .init("an object of nothing over two lines", "{\n}", as: "{}"),
        .init("an array of an empty string", #"[""]"#),
        .init("arrays in arrays with spaces", "[ [ ]  , [ [] ] ]", as: "[[],[[]]]"),
        .init("every kind in one array", #"[false, 7, "x", null, {}, []]"#, as: #"[false,7,"x",null,{},[]]"#),
        .init("several nulls", "[null,null , 4,null]", as: "[null,null,4,null]"),
        .init("true in an array", "[true]"),
        .init("false in an array", "[false]"),
        .init("null in an array", "[null]"),
        .init("space before a value", " [3]", as: "[3]"),
        .init("space after a value", "[3] ", as: "[3]"),
        .init("a line end after a value", "[3]\n", as: "[3]"),
        .init("a line end before the bracket", "[3\n]", as: "[3]"),
        .init("all four kinds of white space", " \t\r\n[\t1\r,\n2 ]\n\r\t ", as: "[1,2]"),
        .init("true alone", "true"),
        .init("false alone", "false"),
        .init("null alone", "null"),
        .init("an integer alone", "81"),
        .init("a negative real alone", "-0.25"),
        .init("a string alone", #""alone""#),
        .init("an empty string alone", #""""#),
    ]

    static let numbers: [JSONAcceptedCase] = [
        .init("zero", "[0]"),
        .init("an integer", "[907]"),
        .init("a number after a space", "[ 4]", as: "[4]"),
        .init("minus one", "[-1]"),
        .init("a negative integer", "[-321]"),
        .init("minus zero", "[-0]", as: "[-0.0]"),
        .init("minus zero with a fraction", "[-0.0]"),
        .init("a real", "[37.25]"),
        .init("a real with a zero before the point", "[0.5]"),
        .init("zeros at the end of a fraction", "[2.500]", as: "[2.5]"),
        .init("an exponent on zero", "[0e5]", as: "[0.0]"),
        .init("an exponent with a plus on zero", "[0e+5]", as: "[0.0]"),
        .init("an exponent", "[4e2]", as: "[400.0]"),
        .init("an exponent with a capital", "[4E2]", as: "[400.0]"),
        .init("an exponent with a plus", "[4e+2]", as: "[400.0]"),
        .init("an exponent with a capital and a plus", "[4E+2]", as: "[400.0]"),
        .init("an exponent with a minus", "[4e-2]", as: "[0.04]"),
        .init("an exponent with a capital and a minus", "[4E-2]", as: "[0.04]"),
        .init("a fraction with an exponent", "[6.25e2]", as: "[625.0]"),
        .init("zeros before an exponent's digits", "[4e0002]", as: "[400.0]"),
        .init(
            "close to zero", "[-0.0000000000000000000000000000000000000000000000000000000000000000007]", as: "[-7e-67]"),
        .init("the greatest Int64", "[9223372036854775807]"),
        .init("the least Int64", "[-9223372036854775808]"),
        .init("the greatest double", "[1.7976931348623157e308]", as: "[1.7976931348623157e+308]"),
        .init("the least double above zero", "[5e-324]"),
    ]

    static let strings: [JSONAcceptedCase] = [
        .init("ASCII", #"["plain words"]"#),
        .init("a space alone", #"[" "]"#),
        .init("a string after a space", #"[ "x"]"#, as: #"["x"]"#),
        .init("two bytes of UTF-8", #"["é"]"#),
        .init("three bytes of UTF-8", #"["€ 語"]"#),
        .init("four bytes of UTF-8", #"["😀"]"#),
        .init("one, two, three and four bytes together", #"["a é € 😀 z"]"#),
        .init("every short escape", #"["\"\\\/\b\f\n\r\t"]"#, as: #"["\"\\/\b\f\n\r\t"]"#),
        .init("a slash without escape, as in a comment", #"["a/*b*/c//d"]"#),
        .init("an escaped quotation mark", #"["\""]"#),
        .init("an escaped backslash before a letter that could be an escape", #"["\\n"]"#),
        .init("an escaped backslash before what could be a code", #"["\\u0041"]"#),
        .init("a code of one byte", #"["\u0041"]"#, as: #"["A"]"#),
        .init("a code of two bytes, in small and capital digits", #"["\u00eF"]"#, as: #"["ï"]"#),
        .init("a code of three bytes", #"["\u20AC"]"#, as: #"["€"]"#),
        .init("a code for a quotation mark", #"["\u0022"]"#, as: #"["\""]"#),
        .init("a code for a backslash", #"["\u005C"]"#, as: #"["\\"]"#),
        .init("a code for a line end", #"["\u000A"]"#, as: #"["\n"]"#),
        .init("a code for zero", #"["\u0000"]"#),
        .init("a code for a control character", #"["\u001f"]"#),
        .init("a code for a no-break space", #"["a\u00A0b"]"#, as: "[\"a\u{A0}b\"]"),
        .init("a pair of surrogates", #"["\uD83D\uDE00"]"#, as: #"["😀"]"#),
        .init("two pairs of surrogates", #"["\ud83d\ude00\uD834\uDD1E"]"#, as: "[\"😀\u{1D11E}\"]"),
        .init("the greatest pair of surrogates", #"["\uDBFF\uDFFF"]"#, as: "[\"\u{10FFFF}\"]"),
        .init("the least pair of surrogates", #"["\uD800\uDC00"]"#, as: "[\"\u{10000}\"]"),
        .init("a code for a character that is none", #"["\uFFFF"]"#, as: text(of: 0xFFFF)),
        .init("a code for another character that is none", #"["\uFDD0"]"#, as: text(of: 0xFDD0)),
        .init("a pair for a character that is none", #"["\uD83F\uDFFE"]"#, as: text(of: 0x1FFFE)),
        .init("characters that are none, in UTF-8", text(of: 0xFFFF, 0xFFFE, 0x10FFFF, 0xFDD0)),
        .init("a character not yet assigned", "[\"\u{1BFFF}\"]"),
        .init("the delete character", "[\"\u{7F}\"]"),
        .init("line and paragraph separators", "[\"\u{2028}\u{2029}\"]"),
        .init("a zero-width space and an invisible plus", "[\"\u{200B}\u{2064}\"]"),
        .init("a byte-order mark inside a string", "[\"\u{FEFF}\"]"),
        .init("combining marks as they were written", "[\"e\u{301} \u{E9}\"]"),
    ]

    static let objects: [JSONAcceptedCase] = [
        .init("one field", #"{"a":"b"}"#),
        .init("several fields", #"{"a": 1, "b": 2, "c": [3]}"#, as: #"{"a":1,"b":2,"c":[3]}"#),
        .init("a name that repeats, with another value", #"{"a":1,"a":2}"#),
        .init("a name that repeats, with the same value", #"{"a":1,"a":1}"#),
        .init("an empty name", #"{"":0}"#),
        .init("a code for zero in a name", #"{"x\u0000y":1}"#),
        .init("escapes in a name", #"{"\u0069\/d":1}"#, as: #"{"i/d":1}"#),
        .init("numbers at their extremes", #"{"low":-1.5e-28,"high":1.5e28}"#, as: #"{"low":-1.5e-28,"high":1.5e+28}"#),
        .init(
            "long strings", #"{"x":""# + String(repeating: "0123456789", count: 20) + #"","y":[{"z":"\#(longText)"}]}"#),
        .init("another script", #"{"имя":"Пётр","名前":"太郎"}"#),
        .init("fields on lines of their own", "{\n\"a\" : \"b\"\n,\n\"c\" :\n1 }", as: #"{"a":"b","c":1}"#),
        .init("objects in objects", #"{"a":{"b":{"c":{}}}}"#),
    ]

    /// An array of one string. The compiler accepts no noncharacters in a literal.
    private static func text(of scalars: UInt32...) -> String {
        "[\"" + String(String.UnicodeScalarView(scalars.compactMap(Unicode.Scalar.init))) + "\"]"
    }

    private static let longText = String(repeating: "é€😀", count: 50)
}
