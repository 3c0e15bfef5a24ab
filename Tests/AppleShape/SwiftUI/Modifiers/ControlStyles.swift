@available(iOS 13, macOS 10.15, *)
public struct PlainButtonStyle: PrimitiveButtonStyle {}

@available(iOS 13, macOS 10.15, *)
extension PrimitiveButtonStyle where Self == PlainButtonStyle { public static var plain: PlainButtonStyle { .init() } }

@available(iOS 15, macOS 10.15, *)
public struct BorderedButtonStyle: PrimitiveButtonStyle {}

@available(iOS 15, macOS 10.15, *)
extension PrimitiveButtonStyle where Self == BorderedButtonStyle {
    public static var bordered: BorderedButtonStyle { .init() }
}

@available(iOS 15, macOS 12, *)
public struct BorderedProminentButtonStyle: PrimitiveButtonStyle {}

@available(iOS 15, macOS 12, *)
extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
    public static var borderedProminent: BorderedProminentButtonStyle { .init() }
}

@available(iOS 13, macOS 10.15, *)
public struct BorderlessButtonStyle: PrimitiveButtonStyle {}

@available(iOS 13, macOS 10.15, *)
extension PrimitiveButtonStyle where Self == BorderlessButtonStyle {
    public static var borderless: BorderlessButtonStyle { .init() }
}

@available(iOS 13, macOS 10.15, *)
public struct PlainListStyle: ListStyle {}

@available(iOS 13, macOS 10.15, *)
extension ListStyle where Self == PlainListStyle { public static var plain: PlainListStyle { .init() } }

@available(iOS 14, macOS 10.15, *)
public struct SidebarListStyle: ListStyle {}

@available(iOS 14, macOS 10.15, *)
extension ListStyle where Self == SidebarListStyle { public static var sidebar: SidebarListStyle { .init() } }

@available(iOS 13, macOS 10.15, *)
public struct PlainTextFieldStyle: TextFieldStyle {}

@available(iOS 13, macOS 10.15, *)
extension TextFieldStyle where Self == PlainTextFieldStyle { public static var plain: PlainTextFieldStyle { .init() } }

@available(iOS 13, macOS 10.15, *)
public struct RoundedBorderTextFieldStyle: TextFieldStyle {}

@available(iOS 13, macOS 10.15, *)
extension TextFieldStyle where Self == RoundedBorderTextFieldStyle {
    public static var roundedBorder: RoundedBorderTextFieldStyle { .init() }
}

@available(iOS 13, macOS 10.15, *)
public struct SegmentedPickerStyle: PickerStyle {}

@available(iOS 13, macOS 10.15, *)
extension PickerStyle where Self == SegmentedPickerStyle {
    public static var segmented: SegmentedPickerStyle { .init() }
}

@available(iOS 14, macOS 11, *)
public struct MenuPickerStyle: PickerStyle {}

@available(iOS 14, macOS 11, *)
extension PickerStyle where Self == MenuPickerStyle { public static var menu: MenuPickerStyle { .init() } }

@available(iOS 14, macOS 11, *)
public struct IconOnlyLabelStyle: LabelStyle {}

@available(iOS 14, macOS 11, *)
extension LabelStyle where Self == IconOnlyLabelStyle { public static var iconOnly: IconOnlyLabelStyle { .init() } }

@available(iOS 14.5, macOS 11.3, *)
public struct TitleAndIconLabelStyle: LabelStyle {}

@available(iOS 14.5, macOS 11.3, *)
extension LabelStyle where Self == TitleAndIconLabelStyle {
    public static var titleAndIcon: TitleAndIconLabelStyle { .init() }
}

@available(iOS 16, macOS 13, *)
public struct GroupedFormStyle: FormStyle {}

@available(iOS 16, macOS 13, *)
extension FormStyle where Self == GroupedFormStyle { public static var grouped: GroupedFormStyle { .init() } }
