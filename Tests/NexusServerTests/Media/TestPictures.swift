import CZlib
import Foundation

/// Small pictures of every kind, made here so that their content is known.
enum TestPictures {
    /// 32 by 16 pixels, the left half red and the right half blue.
    static let jpeg = [UInt8](Data(base64Encoded: encodedJPEG, options: .ignoreUnknownCharacters) ?? Data())

    private static let encodedJPEG = """
        /9j/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMUFRUVDA8XGBYUGBIUFRT/2wBD
        AQMEBAUEBQkFBQkUDQsNFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBT/wAARCAAQACAD
        AREAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEG
        E1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4
        eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6
        /8QAHwEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEI
        FEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOEhYaH
        iImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6/9oADAMBAAIR
        AxEAPwDwSvxQ/wBQAoA8Hr/as/yKCgD3iv8AFQ/11CgDwev9qz/IoKAP/9k=
        """

    /// The bytes of `place` in the GPS coordinates: degrees 48, 51, 29.
    static let place: [UInt8] = [0, 0, 0, 48, 0, 0, 0, 1, 0, 0, 0, 51, 0, 0, 0, 1, 0, 0, 0, 29, 0, 0, 0, 1]

    /// The picture with an Exif block (CIPA DC-008): orientation and location.
    static func jpeg(orientation: UInt16, model: String = "Secret Camera 3000") -> [UInt8] {
        var tiff: [UInt8] = Array("MM".utf8) + [0, 42, 0, 0, 0, 8]
        let name = Array(model.utf8) + [0]
        // Three entries, the next directory, and then the values that do not fit an entry.
        let values = 8 + 2 + 3 * 12 + 4
        let gps = values + name.count
        tiff += [0, 3]
        tiff += entry(0x0110, type: 2, count: UInt32(name.count), value: UInt32(values))
        tiff += entry(0x0112, type: 3, count: 1, value: UInt32(orientation) << 16)
        tiff += entry(0x8825, type: 4, count: 1, value: UInt32(gps))
        tiff += [0, 0, 0, 0] + name
        tiff += [0, 2]
        tiff += entry(0x0001, type: 2, count: 2, value: UInt32(UInt8(ascii: "N")) << 24)
        tiff += entry(0x0002, type: 5, count: 3, value: UInt32(gps + 2 + 2 * 12 + 4))
        tiff += [0, 0, 0, 0] + place
        let block = Array("Exif".utf8) + [0, 0] + tiff
        let length = UInt16(block.count + 2)
        return Array(jpeg[..<2]) + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + block + jpeg[2...]
    }

    private static func entry(_ tag: UInt16, type: UInt16, count: UInt32, value: UInt32) -> [UInt8] {
        bytes(tag) + bytes(type) + bytes(count) + bytes(value)
    }

    /// A black PNG of one bit per pixel: a few kilobytes for any number of pixels.
    static func png(width: UInt32, height: UInt32) -> [UInt8] {
        var header = bytes(width) + bytes(height)
        header += [1, 0, 0, 0, 0]
        let row = Int((width + 7) / 8) + 1
        var packed = [UInt8](repeating: 0, count: row * Int(height) / 900 + 1_024)
        let raw = [UInt8](repeating: 0, count: row * Int(height))
        var length = uLong(packed.count)
        compress2(&packed, &length, raw, uLong(raw.count), 9)
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header)
            + chunk("IDAT", Array(packed.prefix(Int(length)))) + chunk("IEND", [])
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + content
        let check = UInt32(truncatingIfNeeded: crc32(0, body, uInt(body.count)))
        return bytes(UInt32(content.count)) + body + bytes(check)
    }

    private static func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
}
