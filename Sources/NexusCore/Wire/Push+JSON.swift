extension PushInfo: JSONRecord {
    public init(_: Blank) { self.init() }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.optional("key", &key)
        coder.present("services", &services)
        coder.flag("hidesContent", &hidesContent)
    }
}

extension PushRegistration: JSONRecord {
    public init(_: Blank) { self.init(service: "", address: "") }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("service", &service)
        coder.required("address", &address)
        coder.unlessEmpty("key", &key)
        coder.unlessEmpty("secret", &secret)
    }
}

extension PushRegistered: JSONRecord {
    public init(_: Blank) { self.init(isRegistered: false) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("registered", &isRegistered)
    }
}

extension PushTest.Step: JSONRecord {
    public init(_: Blank) { self.init(name: "", succeeded: false, text: "") }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("name", &name)
        coder.required("ok", &succeeded)
        coder.present("text", &text)
    }
}

extension PushTest: JSONRecord {
    public init(_: Blank) { self.init(steps: []) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.present("steps", &steps)
    }
}

extension PushReport.Failure: JSONRecord {
    public init(_: Blank) { self.init(reason: "", count: 0) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("reason", &reason)
        coder.required("count", &count)
    }
}

extension PushReport: JSONRecord {
    public init(_: Blank) { self.init() }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.present("services", &services)
        coder.present("devices", &devices)
        coder.present("sent", &sent)
        coder.present("failures", &failures)
        coder.present("waiting", &waiting)
        coder.optional("oldest", &oldest)
    }
}
