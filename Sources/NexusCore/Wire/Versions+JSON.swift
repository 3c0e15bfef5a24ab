extension MessageVersion: JSONRecord {
    public init(_: Blank) { self.init(text: "", at: .zero) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("text", &text)
        coder.unlessEmpty("mentions", &mentions)
        coder.present("at", &at)
    }
}

extension VersionList: JSONRecord {
    public init(_: Blank) { self.init(versions: []) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.present("versions", &versions)
    }
}
