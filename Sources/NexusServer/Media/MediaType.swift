import ImageShim

/// The type of a file, detected from its bytes: the sender's type and the name are never trusted.
enum MediaType: Equatable, Sendable {
    case jpeg, png, webp, gif
    /// Pictures that are not decoded here, and stored as files.
    case heic, avif
    case webm, ogg, mp4, wave, mp3
    case pdf, zip
    case svg, html
    /// Unknown: stored and served unchanged.
    case unknown

    /// The media type (RFC 6838).
    var name: String {
        switch self {
        case .jpeg: "image/jpeg"
        case .png: "image/png"
        case .webp: "image/webp"
        case .gif: "image/gif"
        case .heic: "image/heic"
        case .avif: "image/avif"
        case .webm: "audio/webm"
        case .ogg: "audio/ogg"
        case .mp4: "audio/mp4"
        case .wave: "audio/wav"
        case .mp3: "audio/mpeg"
        case .pdf: "application/pdf"
        case .zip: "application/zip"
        case .svg, .html, .unknown: "application/octet-stream"
        }
    }

    /// The format for decoding; `nil` unless it is shown as a picture.
    var imageFormat: nexus_image_format? {
        switch self {
        case .jpeg: NEXUS_IMAGE_JPEG
        case .png: NEXUS_IMAGE_PNG
        case .webp: NEXUS_IMAGE_WEBP
        case .gif: NEXUS_IMAGE_GIF
        default: nil
        }
    }

    /// The possible types of a file with these first bytes; 4 KiB suffice.
    init(startingWith bytes: [UInt8]) {
        func starts(_ text: StaticString, at offset: Int = 0) -> Bool {
            text.withUTF8Buffer { bytes.dropFirst(offset).starts(with: $0) }
        }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if starts("RIFF"), starts("WEBP", at: 8) {
            self = .webp
        } else if starts("RIFF"), starts("WAVE", at: 8) {
            self = .wave
        } else if starts("GIF87a") || starts("GIF89a") {
            self = .gif
        } else if bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
            self = .webm
        } else if starts("OggS") {
            self = .ogg
        } else if starts("ftyp", at: 4) {
            self = MediaType.container(bytes)
        } else if starts("ID3") || bytes.starts(with: [0xFF, 0xFB]) || bytes.starts(with: [0xFF, 0xF3]) {
            self = .mp3
        } else if starts("%PDF-") {
            self = .pdf
        } else if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) || bytes.starts(with: [0x50, 0x4B, 0x05, 0x06]) {
            self = .zip
        } else {
            self = MediaType.markup(bytes)
        }
    }

    /// The type according to the brands of an ISO base media file (ISO/IEC 14496-12 §4.3): the major one first, then
    /// the compatible ones. HEIF pictures (ISO/IEC 23008-12) and AVIF are such files, like MPEG-4 recordings.
    private static func container(_ bytes: [UInt8]) -> MediaType {
        guard bytes.count >= 16 else { return .unknown }
        let end = min(bytes.count, bytes.bigEndian(at: 0, 4))
        // A version is between the major brand and the others.
        let places = [8] + stride(from: 16, through: end - 4, by: 4)
        for place in places where place + 4 <= end {
            let brand = String(decoding: bytes[place..<(place + 4)], as: UTF8.self)
            if ["avif", "avis"].contains(brand) { return .avif }
            if ["heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs"].contains(brand) { return .heic }
            // A general picture names its codec by a further brand.
            if ["mif1", "mif2", "msf1"].contains(brand) { continue }
            if ["M4A ", "M4B ", "M4V ", "mp41", "mp42", "dash", "3gp4", "3gp5", "3gp6"].contains(brand)
                || brand.hasPrefix("iso")
            {
                return .mp4
            }
        }
        return .unknown
    }

    private static func markup(_ bytes: [UInt8]) -> MediaType {
        if contains(bytes, "<svg") { return .svg }
        for sign: StaticString in ["<!doctype html", "<html", "<script", "<body"] where contains(bytes, sign) {
            return .html
        }
        return .unknown
    }

    /// The second type of a polyglot picture: a file that two programs parse differently is made to deceive one of
    /// them.
    ///
    /// - Parameters:
    ///   - start: the first 4 KiB.
    ///   - end: the last 66 KiB, where a ZIP archive is recognised (APPNOTE.TXT §4.3.16).
    static func disguise(start: [UInt8], end: [UInt8]) -> String? {
        if contains(start, "%pdf-") { return "a PDF document" }
        for sign: StaticString in ["<script", "<html", "<!doctype html", "<svg", "<?php"] where contains(start, sign) {
            return "a web page"
        }
        let archive: [UInt8] = [0x50, 0x4B, 0x05, 0x06]
        return end.indices.contains { end[$0...].starts(with: archive) } ? "a ZIP archive" : nil
    }

    /// Whether bytes contain an ASCII text, case-insensitively.
    private static func contains(_ bytes: [UInt8], _ text: StaticString) -> Bool {
        text.withUTF8Buffer { wanted in
            guard bytes.count >= wanted.count else { return false }
            return (0...(bytes.count - wanted.count)).contains { offset in
                for position in 0..<wanted.count {
                    let byte = bytes[offset + position]
                    guard (65...90).contains(byte) ? byte + 32 == wanted[position] : byte == wanted[position] else {
                        return false
                    }
                }
                return true
            }
        }
    }

    /// Whether a declared type is wrong. Only verifiable types count.
    func contradicts(_ declared: String) -> Bool {
        let claim = declared.split(separator: ";").first.map { $0.lowercased() } ?? ""
        if claim.hasPrefix("image/") {
            return MediaType.images.contains(claim) ? claim != name && !(claim == "image/jpg" && self == .jpeg) : false
        }
        switch claim {
        case "audio/mp4", "audio/x-m4a", "video/mp4": return self == .heic || self == .avif
        case "audio/webm", "video/webm": return self != .webm
        case "audio/ogg", "application/ogg", "video/ogg": return self != .ogg
        case "application/pdf": return self != .pdf
        case "application/zip": return self != .zip
        default: return false
        }
    }

    private static let images: Set<String> = ["image/jpeg", "image/jpg", "image/png", "image/webp", "image/gif"]

    /// Whether browsers may show or play it inline: no type that can contain script.
    var isShownInPlace: Bool {
        switch self {
        case .jpeg, .png, .webp, .gif, .webm, .ogg, .mp4, .wave, .mp3: true
        case .heic, .avif, .pdf, .zip, .svg, .html, .unknown: false
        }
    }

    /// The kind whose media type that is.
    init(named name: String) {
        let all: [MediaType] = [.jpeg, .png, .webp, .gif, .heic, .avif, .webm, .ogg, .mp4, .wave, .mp3, .pdf, .zip]
        self = all.first { $0.name == name } ?? .unknown
    }
}
