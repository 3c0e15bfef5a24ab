/// The request of `Endpoints.createUpload`.
public struct UploadRequest: Equatable, Sendable {
    /// Made by the client before the upload first leaves the device.
    public var id: MediaID
    public var name: String
    public var bytes: Int64
    /// The media type that the client takes it for: refused where the bytes say otherwise.
    public var type: String
    /// The SHA-256 of all bytes in hexadecimal, checked at the end; `nil` leaves it unchecked.
    public var sha256: String?

    public init(id: MediaID, name: String, bytes: Int64, type: String, sha256: String? = nil) {
        self.id = id
        self.name = name
        self.bytes = bytes
        self.type = type
        self.sha256 = sha256
    }
}

/// How far an upload has come.
public struct UploadState: Equatable, Sendable {
    public var id: MediaID
    /// Bytes that the server has: the next part begins here.
    public var offset: Int64
    public var bytes: Int64
    /// Whether it has been finished.
    public var isFinished: Bool

    public init(id: MediaID, offset: Int64, bytes: Int64, isFinished: Bool) {
        self.id = id
        self.offset = offset
        self.bytes = bytes
        self.isFinished = isFinished
    }
}

/// A finished upload, as the server found it.
public struct Media: Equatable, Sendable {
    public var id: MediaID
    public var name: String
    /// What the bytes are; `application/octet-stream` where the server does not know.
    public var type: String
    /// Bytes as they are served: a picture is encoded again without its metadata.
    public var bytes: Int64
    /// Pixels of a picture as shown; 0 for anything else.
    public var width: Int
    public var height: Int

    public init(id: MediaID, name: String, type: String, bytes: Int64, width: Int = 0, height: Int = 0) {
        self.id = id
        self.name = name
        self.type = type
        self.bytes = bytes
        self.width = width
        self.height = height
    }
}
