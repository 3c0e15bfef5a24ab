extension PushEndpoint {
    /// Whether it is a device token of Apple: 32 to 100 bytes in hexadecimal.
    static func isAppleToken(_ text: String) -> Bool {
        text.utf8.count % 2 == 0 && text.wholeMatch(of: /[0-9A-Fa-f]{64,200}/) != nil
    }
}
