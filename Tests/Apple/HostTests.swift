import Observation
@_spi(Host) import SwiftUI
import Testing

@Suite("The host of views") @MainActor
struct HostTests {
    @Observable @MainActor final class Model {
        var count = 0
        var name = ""
        @ObservationIgnored var isObserved = false

        func observe() async {
            isObserved = true
            defer { isObserved = false }
            try? await Task.sleep(for: .seconds(3_600))
        }
    }

    private struct Counter: View {
        @State private var count = 0
        @State private var log = ""

        var body: some View {
            Text("Count: \(count)")
            Button("Add") { count += 1 }
            Text(verbatim: log).onChange(of: count) { old, new in log += "\(old)>\(new) " }
        }
    }

    @Test("a state outlives evaluations, and a change of it runs onChange")
    func state() throws {
        let host = ScreenHost(Counter())
        #expect(host.text == "text \"Count: 0\"\nbutton \"Add\"\ntext \"\"")
        try host.press("Add")
        try host.press("Add")
        #expect(host.text == "text \"Count: 2\"\nbutton \"Add\"\ntext \"0>1 1>2 \"")
    }

    private struct Sheets: View {
        @State private var isShown = false
        let model: Model

        var body: some View {
            Button("Open") { isShown = true }
            Text("Counted \(model.count)")
                .sheet(isPresented: $isShown) { Form(model: model).environment(model).task { await model.observe() } }
        }

        struct Form: View {
            @Environment(\.dismiss) private var dismiss
            @Environment(Model.self) private var other
            @Bindable var model: Model

            var body: some View {
                TextField("Name", text: $model.name)
                Text("Hello, \(other.name)")
                Button("Count") { model.count += 1 }
                Button("Close") { dismiss() }
            }
        }
    }

    @Test("a sheet shares what it is given, covers what is beneath, and ends its task when it is dismissed")
    func sheet() async throws {
        let model = Model()
        let host = ScreenHost(Sheets(model: model))
        try host.press("Open")
        try host.type("Ada", into: "Name")
        #expect(host.shows("Hello, Ada"))
        #expect(throws: ScreenHost.Missing.self) { try host.press("Open") }
        try host.press("Count")
        #expect(host.shows("Counted 1"))
        while !model.isObserved { await Task.yield() }
        try host.press("Close")
        #expect(!host.shows("Hello, Ada"))
        while model.isObserved { await Task.yield() }
    }

    private struct Stack: View {
        @State private var path: [Int] = []

        var body: some View {
            NavigationStack(path: $path) {
                NavigationLink("One", value: 1)
                    .navigationDestination(for: Int.self) { number in
                        Text("Number \(number)")
                        Button("Further") { path.append(number + 1) }
                    }
            }
        }
    }

    @Test("a stack shows the last element of its path, and goes back")
    func stack() throws {
        let host = ScreenHost(Stack())
        try host.press("One")
        try host.press("Further")
        #expect(host.shows("Number 2"))
        try host.press("Back")
        #expect(host.shows("Number 1"))
        try host.press("Back")
        #expect(host.text == "link \"One\"")
    }

    @Test("a disabled control cannot be pressed, and one that is not there is named")
    func missing() {
        let host = ScreenHost(Button("Send") {}.disabled(true))
        #expect(throws: ScreenHost.Missing.self) { try host.press("Send") }
        #expect(throws: ScreenHost.Missing.self) { try host.press("Save") }
    }

    @Test("doubled identifiers, missing translations and endless changes are problems")
    func problems() throws {
        struct Endless: View {
            @State private var count = 0
            var body: some View { Text("\(count)").onChange(of: count, initial: true) { count += 1 } }
        }
        #expect(ScreenHost(ForEach([1, 1], id: \.self) { Text("\($0)") }).problems.count == 1)
        #expect(ScreenHost(Text("No such text"), strings: try Catalogue.strings("de")).problems.count == 1)
        #expect(ScreenHost(Endless()).problems.count == 1)
    }

    @Test("a text is shown in the language, with its numbers in the right plural")
    func plurals() throws {
        let german = try Catalogue.strings("de")
        #expect(ScreenHost(Text("\(1) unread messages"), strings: german).text == "text \"1 ungelesene Nachricht\"")
        #expect(ScreenHost(Text("\(2) unread messages"), strings: german).text == "text \"2 ungelesene Nachrichten\"")
        let members = ScreenHost(Text("\(5) members, \(2) online"), strings: german)
        #expect(members.text == "text \"5 Mitglieder, 2 online\"")
    }
}
