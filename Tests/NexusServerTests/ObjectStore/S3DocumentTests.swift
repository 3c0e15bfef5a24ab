import Testing

@testable import NexusServer

@Suite("Answers of an object store in XML")
struct S3DocumentTests {
    private func document(_ text: String) -> S3Document? { S3Document(Array(text.utf8)) }

    @Test("reads elements, texts and references, without attributes and prefixes")
    func elements() {
        let found = document(
            """
            <?xml version="1.0"?><!-- a comment --><s3:List xmlns:s3="urn:x"><Key>a&amp;b &#252;&#x20AC;</Key>\
            <Key><![CDATA[<c>&]]></Key><Empty/></s3:List>
            """)
        #expect(found?.name == "List")
        #expect(found?.all("Key").map(\.text) == ["a&b ü€", "<c>&"])
        #expect(found?["Empty"]?.text == "")
        #expect(found?["Other"] == nil)
    }

    @Test(
        "anything but one well-formed element is no document",
        arguments: [
            "", "text", "<a>", "<a></b>", "<a>&nbsp;</a>", "<a>&#xD800;</a>", "<a>& </a>", "<a", "<!-- ",
            "<a><![CDATA[</a>",
            "<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>", "</a>", "<></>",
        ])
    func malformed(_ text: String) { #expect(document(text) == nil) }

    @Test("sixteen levels are read, and no more")
    func depth() {
        func nested(_ count: Int) -> String {
            String(repeating: "<a>", count: count) + String(repeating: "</a>", count: count)
        }
        #expect(document(nested(16)) != nil)
        #expect(document(nested(17)) == nil)
    }
}
