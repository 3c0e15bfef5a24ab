#if !hasFeature(Embedded)
    /// The types of the wire, read off the lists of their fields: what tools derive types of other languages from.
    public enum JSONSchema {
        /// A field of an object.
        public struct Field {
            public let name: String
            public let type: FieldType
            /// Whether it may be left out.
            public let isOptional: Bool
            /// Whether it is `null` where there is no value.
            public let isNullable: Bool
        }

        public enum FieldType {
            case value(Any.Type)
            /// Always that word: the name of a union's case.
            case word(String)
        }

        /// An object: its fields in the order in which they are written, and the union whose fields stand among them.
        public struct Object {
            public let fields: [Field]
            public let union: (any JSONUnion.Type)?
        }

        public static func object<Record: JSONRecord>(_: Record.Type) -> Object {
            let recorder = FieldRecorder()
            var record = Record(.blank)
            var coder = FieldCoder(describing: recorder)
            record.fields(&coder)
            return Object(fields: recorder.fields, union: recorder.union)
        }

        /// The fields of each case of a union; the first names the case.
        public static func cases<Union: JSONUnion>(_: Union.Type) -> [[Field]] {
            let names = CaseNames()
            var asked = CaseName(key: JSONKey(raw: UnsafeBufferPointer(start: nil, count: 0), hasEscapes: false))
            asked.names = names
            _ = Union.blank(asked)
            return names.all.compactMap { name in
                let blank = Array(name.utf8).withUnsafeBufferPointer {
                    Union.blank(CaseName(key: JSONKey(raw: $0, hasEscapes: false)))
                }
                guard var blank else { return nil }
                let recorder = FieldRecorder()
                var coder = FieldCoder(describing: recorder)
                coder.tag = Union.tag
                blank.payload(&coder)
                return recorder.fields
            }
        }
    }

    /// The form of a value that is neither a record, a union nor a word.
    public indirect enum JSONShape {
        case string
        case bool
        case number
        /// Milliseconds since 1970.
        case time
        case list(Any.Type)
        case nullable(Any.Type)
        /// A list of two numbers.
        case pair
    }

    /// A value that has a ``JSONShape``.
    public protocol JSONShaped {
        static var shape: JSONShape { get }
    }

    extension String: JSONShaped { public static var shape: JSONShape { .string } }
    extension Bool: JSONShaped { public static var shape: JSONShape { .bool } }
    extension Int64: JSONShaped { public static var shape: JSONShape { .number } }
    extension Int: JSONShaped { public static var shape: JSONShape { .number } }
    extension UInt8: JSONShaped { public static var shape: JSONShape { .number } }
    extension ID: JSONShaped { public static var shape: JSONShape { .string } }
    extension Timestamp: JSONShaped { public static var shape: JSONShape { .time } }
    extension ErrorCode: JSONShaped { public static var shape: JSONShape { .string } }
    extension Array: JSONShaped { public static var shape: JSONShape { .list(Element.self) } }
    extension Range<Int>: JSONShaped { public static var shape: JSONShape { .pair } }
    extension PictureChange: JSONShaped { public static var shape: JSONShape { .nullable(MediaID.self) } }
    extension InsightChange.Setting: JSONShaped { public static var shape: JSONShape { .nullable(Value.self) } }
#endif
