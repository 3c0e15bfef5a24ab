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

extension ForgottenPassword: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("email", email)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var email: String?
        try reader.object { (reader, key) throws(JSONError) in
            if case "email" = key { email = try reader.string() }
        }
        guard let email else { throw reader.missing("email") }
        self.init(email: email)
    }
}

extension ResetRequest: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        if removesSecondFactor { writer.field("removeSecondFactor", true) }
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var removes = false
        try reader.object { (reader, key) throws(JSONError) in
            if case "removeSecondFactor" = key { removes = try reader.bool() }
        }
        self.init(removesSecondFactor: removes)
    }
}

extension ResetLink: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("token", token)
        writer.field("expiresAt", expiresAt)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var token: String?
        var expiresAt = Timestamp.zero
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "token": token = try reader.string()
            case "expiresAt": expiresAt = try reader.timestamp()
            default: break
            }
        }
        guard let token else { throw reader.missing("token") }
        self.init(token: token, expiresAt: expiresAt)
    }
}

extension ResetToken: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("token", token)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var token: String?
        try reader.object { (reader, key) throws(JSONError) in
            if case "token" = key { token = try reader.string() }
        }
        guard let token else { throw reader.missing("token") }
        self.init(token: token)
    }
}

extension ResetPreview: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("user", user)
        writer.field("expiresAt", expiresAt)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var user: User?
        var expiresAt = Timestamp.zero
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "user": user = try User(from: &reader)
            case "expiresAt": expiresAt = try reader.timestamp()
            default: break
            }
        }
        guard let user else { throw reader.missing("user") }
        self.init(user: user, expiresAt: expiresAt)
    }
}

extension PasswordReset: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("token", token)
        writer.field("password", password)
        writer.field("device", device)
        writer.field("code", ifPresent: code)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var token: String?
        var password: String?
        var device = ""
        var code: String?
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "token": token = try reader.string()
            case "password": password = try reader.string()
            case "device": device = try reader.string()
            case "code": code = try reader.string()
            default: break
            }
        }
        guard let token else { throw reader.missing("token") }
        guard let password else { throw reader.missing("password") }
        self.init(token: token, password: password, device: device, code: code)
    }
}
