import Testing

@testable import NexusIntelligence

@Suite("Questions that continue the one before")
struct FollowUpTests {
    private static let before = "Who repaired the coffee machine?"

    @Test(
        "an elliptical question carries the words of the one before it",
        arguments: [
            "and when?",
            "When exactly?",
            "What about her?",
            "why?",
            "And Ben?",
            "Where was that?",
            "and Friday?",
            "who else?",
            "what about Bob?",
            "und wann?",
            "When is it?",
            "Who booked it?",
            "On Friday?",
            "Friday?",
            "in Berlin?",
            "Which room?",
            "how many people?",
            "At what time?",
            "And who won?",
            "and when do we start?",
            "and what is the deadline?",
            "Who said that?",
            "What did she say?",
            "What did she say about the budget?",
            "Is that done?",
            "Will he be there?",
            "How do I get there?",
            "Which one is cheaper?",
            "Anything else?",
            "Who else is coming?",
            "Really?",
            "Can you be more specific?",
            "Tell me more",
            "Since when?",
            "With whom?",
            "What happened then?",
            "What did they decide?",
            "How about the day after?",
            "so when?",
            "ok, and who?",
            "Is it on Friday?",
            "Will it be ready for Friday?",
            "Bob?",
            "What is her phone number?",
            "Is it going to work on Android?",
            "Und Bob?",
            "Wann genau?",
            "Wer noch?",
            "Warum nicht?",
            "Wann ist das?",
            "Wer hat das gemacht?",
            "Was kostet es?",
            "Wie viele Leute?",
            "Welcher Raum?",
            "Am Freitag?",
            "Und am Freitag?",
            "Was ist mit Bob?",
            "Wie sieht es mit der Halle aus?",
            "Seit wann?",
            "Wo ist sie?",
            "Was hat er dazu gesagt?",
            "Mit wem?",
            "¿Y cuándo?",
            "¿Y Bob?",
            "¿Quién más?",
            "¿Por qué?",
            "¿Cuándo es?",
            "¿Cuándo llega?",
            "¿Qué hay de Bob?",
            "¿El viernes?",
            "¿Y el viernes?",
            "¿A qué hora?",
            "¿A qué hora empieza?",
            "¿Quién lo dijo?",
            "¿Dónde será?",
            "¿Con quién?",
            "¿Qué dijo ella?",
            "¿Cuál es su número?",
            "Et quand ?",
            "Pourquoi ?",
            "Any deadlines?",
        ])
    func elliptical(question: String) {
        #expect(FollowUp.resolved(question, after: [Self.before]) == Self.before + " " + question)
    }

    @Test(
        "a self-contained question is unchanged",
        arguments: [
            "Who is on call on Friday?",
            "When does the new office open?",
            "Who bought the printer?",
            "And who repaired the broken coffee machine downstairs?",
            "And who is on call on Friday?",
            "What is on Friday?",
            "What happened on Friday?",
            "Who won the match?",
            "Who sang?",
            "When is the launch?",
            "When is that meeting?",
            "What is this week's plan?",
            "Is there a meeting on Friday?",
            "Is it possible to book the room?",
            "How long does it take to drive to Berlin?",
            "Did Bob say when he is back?",
            "Has anyone finished their report?",
            "Who brings their laptop on Monday?",
            "What did they decide about the venue?",
            "When do they open the office?",
            "Who else is coming to the party?",
            "Who said that the launch moved?",
            "Is the report ready or is it late?",
            "Where does Ada live?",
            "Which room is the workshop in?",
            "How many people are coming to the dinner?",
            "What time do we meet?",
            "wifi password",
            "budget of the choir",
            "What did we decide about pricing?",
            "Who has the key to the shed?",
            "What's the door code?",
            "Who can drive us to the airport on Sunday?",
            "When do Bob and Ada fly to Rome?",
            "Does the printer work again?",
            "Then who is on call on Friday?",
            "What decisions were made?",
            "Summarize thread",
            "How much is the rent of the hall?",
            "Why is the launch late?",
            "Which of the candidates did Ada like?",
            "Who owns this repository?",
            "And when does Bob arrive?",
            "Wer hat am Freitag Bereitschaft?",
            "Wann beginnt das Fest?",
            "Wer bringt den Kuchen mit?",
            "Was kostet der Saal?",
            "Gibt es am Freitag ein Treffen?",
            "Wie geht es Bob?",
            "Welcher Raum ist frei?",
            "Um wie viel Uhr beginnt das Fest?",
            "Wann bringt Ada ihr Auto in die Werkstatt?",
            "Wo wohnt Bob?",
            "Und wer hat am Freitag Bereitschaft?",
            "Was hat Ada über den Vertrag gesagt?",
            "Wie viele Leute kommen zum Grillen?",
            "Können Sie mir sagen, wann die Schule beginnt?",
            "Wann ist das Treffen mit dem Kunden?",
            "¿Quién está de guardia el viernes?",
            "¿Cuándo es la fiesta?",
            "¿A qué hora empieza la fiesta?",
            "¿Quién trae el pan?",
            "¿Dónde está Bob?",
            "¿Cuándo llega Bob?",
            "¿Quién más viene a la fiesta?",
            "¿Qué dijo Ana sobre el presupuesto?",
            "¿Hay una reunión el viernes?",
            "¿Cuánto cuesta la sala?",
            "¿Qué decidimos sobre el precio?",
            "¿Y quién está de guardia el viernes?",
            "Quand est le lancement ?",
            "", "?",
        ])
    func selfContained(question: String) {
        #expect(FollowUp.resolved(question, after: [Self.before]) == question)
    }

    @Test("a chain leads back to the question with a topic, and no further")
    func chain() {
        let before = ["Who sang?", "Who repaired the coffee machine?", "and when?", "why?"]
        #expect(
            FollowUp.resolved("and who else?", after: before) == "Who repaired the coffee machine? why? and who else?")
        #expect(FollowUp.resolved("and when?", after: []) == "and when?")
    }

    @Test("a self-contained question ends a chain: later ones inherit its words only")
    func newTopic() {
        let before = ["Who repaired the coffee machine?", "and when?", "When is the launch?", "and where?"]
        #expect(FollowUp.resolved("and why?", after: before) == "When is the launch? and where? and why?")
        #expect(
            FollowUp.resolved("Und wann?", after: ["Wer bringt den Kuchen mit?"])
                == "Wer bringt den Kuchen mit? Und wann?")
    }
}
