#if !APPLE_SHAPE_MAC
    import UIKit

    /// https://developer.apple.com/documentation/swiftui/uihostingcontroller
    @available(iOS 13, *)
    open class UIHostingController<Content: View>: UIViewController {
        open var rootView: Content
        public init(rootView: Content) { self.rootView = rootView }
    }

    /// https://developer.apple.com/documentation/swiftui/uiapplicationdelegateadaptor
    @available(iOS 14, *)
    @MainActor @propertyWrapper
    public struct UIApplicationDelegateAdaptor<DelegateType: NSObject & UIApplicationDelegate> {
        public init(_ delegateType: DelegateType.Type = DelegateType.self) {}
        public var wrappedValue: DelegateType { fatalError("The system makes the delegate") }
    }
#endif
