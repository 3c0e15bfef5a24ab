"""One person after another at the same browser, which the tests do to load the client fewer times: nothing is left of the one before."""

from playwright.sync_api import expect

LEFT = """async () => ({
    local: { ...localStorage }, session: { ...sessionStorage }, name: window.name, length: history.length,
    databases: (await indexedDB.databases()).map((one) => one.name), cookies: document.cookie, asks: await (async () => {
        const { held, pending } = await navigator.locks.query();
        return held.length + pending.length;
    })(),
})"""


def test_nothing_is_left(team):
    """who sits down at a browser after another finds nothing of theirs: no session, store, cookie, history or script, and another server"""
    (ada,) = team.signed_up("Ada")
    ada.page.evaluate("() => { sessionStorage.setItem('draft', 'mine'); localStorage.setItem('key', 'mine'); window.name = 'mine'; }")
    ada.tab().goto("/settings")
    seat = ada.seat
    team.people.remove(ada)
    team.seats.give_back(seat)
    grace = team.person("Grace")
    assert grace.seat is seat and len(grace.context.pages) == 1
    assert grace.page.evaluate(LEFT) == {
        "local": {}, "session": {}, "name": "", "length": 1, "databases": [], "cookies": "", "asks": 0}
    assert grace.context.cookies() == []
    grace.page.goto("/")
    expect(grace.page.get_by_role("button", name="Sign in", exact=True)).to_be_visible()
    grace.sign_up()
    expect(grace.page.get_by_text(ada.name)).to_have_count(0)


def test_what_lasts(team):
    """a browser whose context, tab or clock a test has changed is not used again"""
    for change in (
            lambda person: person.page.set_viewport_size({"width": 400, "height": 400}),
            lambda person: person.page.route("**/none", lambda route: route.abort()),
            lambda person: person.page.emulate_media(color_scheme="dark"),
            lambda person: person.page.on("request", lambda request: None),
            lambda person: person.page.clock.install(),
            lambda person: person.context.add_init_script("window.mine = true;"),
            lambda person: person.page.context.set_offline(True),
            lambda person: person.page.close()):
        person = team.person("Ada")
        change(person)
        assert not person.seat.clear()
        person.close()
        team.people.remove(person)
