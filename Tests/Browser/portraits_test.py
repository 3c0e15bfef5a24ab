"""Pictures of people and groups, and the lines about them: chosen in one browser, seen in others, kept for when there is no network."""

from parts.photos import photo
from playwright.sync_api import expect

# Whether the picture on an avatar has been drawn, and how large it is.
DRAWN = "(image) => image.complete ? [image.naturalWidth, image.naturalHeight] : null"


def choose(region, what):
    region.get_by_label(f"Choose {what}", exact=True).set_input_files(
        [{"name": "me.jpg", "mimeType": "image/jpeg", "buffer": photo(orientation=6)}])


def profile(person):
    person.page.goto("/settings")
    return person.page.get_by_role("region", name="Profile")


def face(person, title):
    return person.row(title).locator(".avatar img")


def test_own_picture(team):
    """a user's new picture reaches online users at once, is shown offline, and is removed everywhere"""
    ada, grace = team.signed_up("Ada", "Grace", keeps_shell=True)
    grace.start_direct(ada)
    grace.send("Who are you?")
    expect(ada.row(grace.name)).to_be_visible()
    expect(face(grace, ada.name)).to_have_count(0)
    own = profile(ada)
    choose(own, "your picture")
    expect(own.locator(".avatar img")).to_be_visible()
    expect(face(grace, ada.name)).to_be_visible()
    # Upright, as it was taken: the browser turned it.
    assert face(grace, ada.name).evaluate(DRAWN) == [16, 32]
    expect(grace.page.locator(".chat-face .avatar img")).to_be_visible()
    grace.expect_worker()
    grace.line.cut()
    grace.page.reload()
    expect(face(grace, ada.name)).to_be_visible()
    grace.line.restore()
    own.get_by_role("button", name="Remove your picture").click()
    expect(own.locator(".avatar img")).to_have_count(0)
    expect(face(grace, ada.name)).to_have_count(0)


def test_without_network(team):
    """a picture chosen offline shows at once and is sent on reconnecting"""
    ada, grace = team.signed_up("Ada", "Grace")
    grace.start_direct(ada)
    grace.send("Hello")
    expect(ada.row(grace.name)).to_be_visible()
    own = profile(ada)
    expect(own).to_be_visible()
    ada.line.cut()
    choose(own, "your picture")
    expect(own.locator(".avatar img")).to_be_visible()
    ada.line.restore()
    expect(face(grace, ada.name)).to_be_visible()


def test_line(team):
    """a profile description is saved, and shown in the conversation"""
    ada, grace = team.signed_up("Ada", "Grace")
    grace.start_direct(ada)
    own = profile(ada)
    own.get_by_label("About you").fill("Counts on machines")
    own.get_by_role("button", name="Save").click()
    expect(ada.page.get_by_text("Your profile was changed.")).to_be_visible()
    # The change shows on one's own device before the server has it, and the dialog asks once.
    grace.page.wait_for_function(
        """async (name) => {
            const { people } = await (await fetch(`/v1/people?query=${encodeURIComponent(name)}`)).json();
            return people.some((one) => one.name === name && one.about === "Counts on machines");
        }""",
        arg=ada.name,
    )
    grace.page.get_by_role("button", name="Conversation details").click()
    expect(grace.page.get_by_role("dialog").get_by_text("Counts on machines")).to_be_visible()


def test_blocked(team):
    """who is blocked sees initials where the picture was, and no change of it"""
    ada, grace = team.signed_up("Ada", "Grace")
    grace.start_direct(ada)
    grace.send("Hello")
    expect(ada.row(grace.name)).to_be_visible()
    own = profile(ada)
    choose(own, "your picture")
    expect(face(grace, ada.name)).to_be_visible()
    ada.row(grace.name).click(button="right")
    ada.page.get_by_role("menuitem", name="Block…").click()
    ada.page.get_by_role("button", name="Block", exact=True).click()
    expect(face(grace, ada.name)).to_have_count(0)


def test_group(team):
    """any member sets a group's picture and description; all see them in the list and above the conversation"""
    ada, grace = team.signed_up("Ada", "Grace")
    ada.start_group("Engine", [grace])
    grace.open("Engine")
    grace.page.get_by_role("button", name="Conversation details").click()
    details = grace.page.get_by_role("dialog", name="Group", exact=True)
    details.get_by_role("button", name="Edit the group").click()
    editing = grace.page.get_by_role("dialog", name="Edit the group")
    choose(editing, "the group's picture")
    expect(editing.locator(".avatar img")).to_be_visible()
    editing.get_by_label("Description").fill("Wheels and cards")
    editing.get_by_role("button", name="Save").click()
    expect(details.get_by_text("Wheels and cards")).to_be_visible()
    expect(details.locator(".details-head .avatar img")).to_be_visible()
    expect(face(ada, "Engine")).to_be_visible()
    expect(ada.chat_state()).to_contain_text("Wheels and cards")


def test_no_picture(team):
    """a file that is not a picture is refused with the reason, and nothing changes"""
    (ada,) = team.signed_up("Ada")
    own = profile(ada)
    own.get_by_label("Choose your picture", exact=True).set_input_files(
        [{"name": "me.jpg", "mimeType": "image/jpeg", "buffer": b"words"}])
    expect(ada.page.get_by_text("This browser cannot read that picture. Choose a JPEG, PNG, WebP or GIF file.")).to_be_visible()
    expect(own.locator(".avatar img")).to_have_count(0)


def test_unsaved_text_stays(views):
    """a name that is typed and not saved survives a change of the profile on another device; an untouched field shows the change"""
    page = views("/settings")
    own = page.get_by_role("region", name="Profile")
    name, about = own.get_by_label("Display name"), own.get_by_label("About you")
    name.fill("Maya O.")
    about.focus()
    page.evaluate("fixture.client.updateProfile({ name: 'Maya', about: 'On holiday' })")
    expect(about).to_have_value("On holiday")
    expect(name).to_have_value("Maya O.")
    own.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Your name was changed.")).to_be_visible()
    page.evaluate("fixture.client.updateProfile({ name: 'Maya Okafor' })")
    expect(name).to_have_value("Maya Okafor")
