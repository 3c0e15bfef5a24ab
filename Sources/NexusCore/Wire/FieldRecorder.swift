#if hasFeature(Embedded)
    // Nothing is described in a browser: these fold to nothing.
    extension FieldCoder {
        @inline(__always)
        var isDescribing: Bool { false }
        @inline(__always)
        func note(_ name: StaticString, _ presence: Presence) -> Bool { false }
        @inline(__always)
        func describe<Value>(_ type: Value.Type) {}
        @inline(__always)
        func describe(_ name: StaticString) {}
        @inline(__always)
        func describe<Value: JSONUnion>(union type: Value.Type) {}
    }
#else
    /// The fields of one object, as ``FieldCoder`` visits them to describe them.
    final class FieldRecorder {
        var fields: [JSONSchema.Field] = []
        /// The union whose fields stand among these.
        var union: (any JSONUnion.Type)?
        private var next: (name: String, presence: FieldCoder.Presence) = ("", .always)

        func begin(_ name: StaticString, _ presence: FieldCoder.Presence) {
            next = (name.description, presence)
        }

        func end(_ type: JSONSchema.FieldType) {
            fields.append(
                JSONSchema.Field(
                    name: next.name, type: type, isOptional: next.presence == .optional,
                    isNullable: next.presence == .nullable))
        }
    }

    /// The names of a union's cases, as its ``JSONUnion/blank(_:)`` asks for them.
    final class CaseNames {
        var all: [String] = []
    }

    extension FieldCoder {
        init(describing recorder: FieldRecorder) {
            self.init(.describe, writer: nil, reader: nil)
            self.recorder = recorder
        }

        var isDescribing: Bool { mode == .describe }

        func note(_ name: StaticString, _ presence: Presence) -> Bool {
            recorder?.begin(name, presence)
            return true
        }

        func describe<Value>(_ type: Value.Type) { recorder?.end(.value(type)) }
        func describe(_ name: StaticString) { recorder?.end(.word(name.description)) }
        func describe<Value: JSONUnion>(union type: Value.Type) { recorder?.union = type }
    }
#endif
