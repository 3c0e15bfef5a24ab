extension PasswordChange: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("password", password)
        writer.field("newPassword", newPassword)
        if !endsOthers { writer.field("endOthers", false) }
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var password: String?
        var newPassword: String?
        var endsOthers = true
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "password": password = try reader.string()
            case "newPassword": newPassword = try reader.string()
            case "endOthers": endsOthers = try reader.bool()
            default: break
            }
        }
        guard let password else { throw reader.missing("password") }
        guard let newPassword else { throw reader.missing("newPassword") }
        self.init(password: password, newPassword: newPassword, endsOthers: endsOthers)
    }
}
