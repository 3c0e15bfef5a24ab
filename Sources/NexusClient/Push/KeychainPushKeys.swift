#if canImport(Security)
    import Foundation
    import Security

    /// Push keys in the keychain of Apple's systems: readable after the first unlock since the start, since notifications arrive on a
    /// locked device; on this device alone. Not compiled in the project's own tests, which run on Linux.
    public struct KeychainPushKeys: PushKeyStore {
        /// The keychain access group that an app shares with its service extension, with the team's prefix; `nil` for the app's own.
        public let accessGroup: String?

        public init(accessGroup: String? = nil) { self.accessGroup = accessGroup }

        /// - Throws: ``ClientError/profileUnavailable(_:)``, also before the first unlock.
        public func load() throws(ClientError) -> PushKeys? {
            var query = item
            query[kSecReturnData] = true
            query[kSecMatchLimit] = kSecMatchLimitOne
            var found: CFTypeRef?
            let status = SecItemCopyMatching(query as CFDictionary, &found)
            if status == errSecItemNotFound { return nil }
            guard status == errSecSuccess, let data = found as? Data else { throw KeychainPushKeys.problem(status) }
            return PushKeys(stored: Array(data))
        }

        public func save(_ keys: PushKeys) throws(ClientError) {
            let content: [CFString: Any] = [
                kSecValueData: Data(keys.stored),
                kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
            ]
            var status = SecItemUpdate(item as CFDictionary, content as CFDictionary)
            if status == errSecItemNotFound {
                status = SecItemAdd(item.merging(content) { _, content in content } as CFDictionary, nil)
            }
            guard status == errSecSuccess else { throw KeychainPushKeys.problem(status) }
        }

        public func remove() throws(ClientError) {
            let status = SecItemDelete(item as CFDictionary)
            guard status == errSecSuccess || status == errSecItemNotFound else {
                throw KeychainPushKeys.problem(status)
            }
        }

        /// What names the item.
        private var item: [CFString: Any] {
            var item: [CFString: Any] = [
                kSecClass: kSecClassGenericPassword, kSecAttrService: "nexus.push", kSecAttrAccount: "device",
                kSecUseDataProtectionKeychain: true,
            ]
            if let accessGroup { item[kSecAttrAccessGroup] = accessGroup }
            return item
        }

        private static func problem(_ status: OSStatus) -> ClientError {
            let text = SecCopyErrorMessageString(status, nil) as String? ?? "no explanation"
            return .profileUnavailable("the keychain refused with \(status): \(text)")
        }
    }
#endif
