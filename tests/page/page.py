#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Opens the page of `cudastdenv table --format html` in a headless Chromium and compares it with the command.

usage: page.py COMMAND DATA

DATA is the directory with the tables. Exits 77 (skipped) without Chromium, its driver or Selenium.
"""

import base64
import html.parser
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77

try:
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
    from selenium.webdriver.support.ui import WebDriverWait
except ImportError:
    sys.exit(SKIPPED)

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
DRIVER = shutil.which("chromedriver")
LARGEST_PAGE = 1_500_000
VOID = {"meta", "input", "link", "br", "img", "hr"}
HOSTILE = "</script><img src=x onerror=alert(1)><!-- & \"'"

failures = []


def check(truth, message):
    if not truth:
        failures.append(message)


def run(*arguments):
    done = subprocess.run(arguments, capture_output=True, text=True, check=False)
    return done.stdout


class Structure(html.parser.HTMLParser):
    """Every tag is closed, ids are unique, and each th has a scope."""

    def __init__(self):
        super().__init__()
        self.open, self.ids, self.tags = [], [], []

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.tags.append(tag)
        self.ids += [attributes["id"]] if "id" in attributes else []
        check(tag != "th" or "scope" in attributes, f"a th without scope: {attributes}")
        is_link = tag == "a" and attributes.get("href", "").startswith("https://")
        check("src" not in attributes and ("href" not in attributes or is_link), f"{tag} loads something: {attributes}")
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        check(self.open and self.open[-1] == tag, f"</{tag}> closes {self.open[-1:]}")
        if self.open:
            self.open.pop()


def check_structure(text):
    structure = Structure()
    structure.feed(text)
    check(not structure.open, f"not closed: {structure.open}")
    check(len(set(structure.ids)) == len(structure.ids), "an id is there twice")
    check(structure.tags.count("h1") == 1 and structure.tags.count("main") == 1, "one h1 and one main")
    check(structure.tags.count("caption") == 2, "each grid has a caption")
    check(text.startswith("<!DOCTYPE html>\n<html lang=\"en\">"), "doctype and language")
    check(len(text.encode()) < LARGEST_PAGE, f"the page has {len(text.encode())} bytes")


def start_browser():
    options = webdriver.ChromeOptions()
    options.binary_location = BROWSER
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--window-size=1280,900"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"performance": "ALL", "browser": "ALL"})
    return webdriver.Chrome(service=Service(DRIVER), options=options)


def cells_of(browser, grid):
    """{release: {column: (state, message, ids of sources)}} in the grid."""
    return browser.execute_script(
        """
        const grid = document.getElementById(arguments[0]);
        const sources = [...document.querySelectorAll("#detail ul")].map((list) =>
            [...list.children].map((item) => item.textContent.split(":")[0]));
        const names = [...grid.tHead.rows[1].cells].map((cell) => cell.dataset.name);
        return Object.fromEntries([...grid.tBodies[0].rows].map((row) => [row.dataset.release,
            Object.fromEntries([...row.cells].slice(1).map((cell, i) =>
                [names[i], [cell.querySelector("b").textContent, cell.dataset.why, sources[cell.dataset.sources]]]))]));
        """,
        grid,
    )


def resolved(command, release, compiler, policy):
    return json.loads(run(command, "resolve", "--cuda", release, "--stdenv", compiler, "--available", "", "--policy",
                          policy, "--json"))


def compiler_state(command, release, compiler):
    """The command's verdict on a compiler in its own stdenv: a state, and the advisory or rejection, if any."""
    answer = resolved(command, release, compiler, "nixpkgs")
    broken = [a for a in answer["advisories"] if a["severity"] == "broken"]
    if answer["hostCompiler"]:
        return ("known broken", broken[0]) if broken else ("used", None)
    rejection = answer["rejected"][0]
    if rejection["reason"] in ("too-new", "too-old"):
        enforced = resolved(command, release, compiler, "enforced")
        breaks = any(a["severity"] == "broken" for a in enforced["advisories"])
        if enforced["hostCompiler"] and not breaks:
            return "accepted by nvcc only", rejection
        if breaks or (not enforced["hostCompiler"] and enforced["rejected"][0]["reason"] == "known-broken"):
            return "known broken", None
    names = {"too-new": "too new", "too-old": "too old", "known-broken": "known broken",
             "headers-too-new": "headers too new"}
    return names[rejection["reason"]], rejection


def check_compilers(browser, command):
    for release, cells in cells_of(browser, "compilers").items():
        for compiler, (state, message, sources) in cells.items():
            expected, why = compiler_state(command, release, compiler)
            check(state == expected, f"{release} {compiler}: the page says {state}, the command {expected}")
            if why:
                check(why["message"] in message, f"{release} {compiler}: {message!r} lacks {why['message']!r}")
                check(why["sources"] == sources, f"{release} {compiler}: {sources} instead of {why['sources']}")


def check_capabilities(browser, command):
    for release, cells in cells_of(browser, "capabilities").items():
        def listed(*options, cuda=release):
            return set(json.loads(run(command, "capabilities", "--cuda", cuda, "--json", *options))["capabilities"])

        supported = {name for name, (state, *_) in cells.items() if state in ("default", "supported", "supported (Jetson)")}
        check({name for name, (state, *_) in cells.items() if state == "default"} == listed() & supported,
              f"{release}: the default list differs")
        excepted = {name for name, (state, message, _) in cells.items() if state == "not usable" and "packages" in message}
        check(supported | excepted == listed("--all", "--policy", "enforced"), f"{release}: what nvcc accepts differs")


def check_keyboard(browser, grid):
    """Walks over a grid with the arrow keys and Tab, and checks the reason of each cell."""
    browser.execute_script(
        """
        window.seen = new Map();
        document.addEventListener("focusin", (event) => {
            const shown = [...document.querySelectorAll("#detail ul")].flatMap((list, i) => list.checkVisibility() ? [i] : []);
            if (event.target.tagName === "TD")
                window.seen.set(event.target, document.getElementById("detail-message").textContent + shown);
        });
        """)
    for _ in range(20):
        browser.switch_to.active_element.send_keys(Keys.TAB)
        if browser.execute_script(f"return document.activeElement.matches('#{grid} td')"):
            break
    rows, columns = browser.execute_script(
        f"const body = document.querySelector('#{grid}').tBodies[0]; return [body.rows.length, body.rows[0].cells.length]")
    keys = [Keys.CONTROL + Keys.HOME + Keys.CONTROL]
    for row in range(rows):
        keys.append((Keys.ARROW_RIGHT if row % 2 == 0 else Keys.ARROW_LEFT) * (columns - 2) + Keys.ARROW_DOWN)
    for some in keys:
        browser.switch_to.active_element.send_keys(some)
    wrong = browser.execute_script(
        f"""
        return [...document.querySelectorAll("#{grid} tbody td")].filter((cell) =>
            window.seen.get(cell) !== cell.dataset.why + "." + cell.dataset.sources).length;
        """)
    check(wrong == 0, f"{grid}: {wrong} of {rows * (columns - 1)} reasons are not reached with the keyboard")
    hidden = browser.execute_script(
        """
        const box = document.activeElement.getBoundingClientRect();
        const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        return !document.activeElement.contains(top);
        """)
    check(not hidden, f"{grid}: the cell with the focus is covered")
    cell = browser.switch_to.active_element
    cell.send_keys(Keys.ENTER)
    check(browser.execute_script("return document.getElementById('detail').contains(document.activeElement)"),
          f"{grid}: Enter does not go to the sources")
    browser.switch_to.active_element.send_keys(Keys.ESCAPE)
    check(browser.switch_to.active_element == cell, f"{grid}: Escape does not go back")
    check(not browser.find_element(By.ID, "detail").is_displayed(), f"{grid}: Escape does not close the panel")


def check_messages(browser, command, page):
    listed = json.loads(run(command, "table", "messages", "--json"))
    ids = [message["id"] for message in listed["messages"]]
    shown = browser.execute_script("return [...document.querySelectorAll('details.message')].map((one) => one.id)")
    check(shown == [f"message-{one}" for one in ids], "each message is on the page, in the table's order")
    browser.get("about:blank")
    browser.get(f"{page.as_uri()}#message-gcc-too-new")

    def opened():
        return browser.execute_script(
            "return [...document.querySelectorAll('details.message[open]')].map((one) => one.id)")

    check(opened() == ["message-gcc-too-new"], f"the address opens a message: {opened()}")
    text = browser.execute_script("return document.getElementById('message-gcc-too-new').innerText")
    for part in ("gcc versions later than 13 are not supported", "12.4.0 to 12.6.3", "cudastdenv diagnose"):
        check(part in text, f"the opened message says {part!r}")
    browser.execute_script("window.same = true; location.hash = '#message-clang-too-new'")
    WebDriverWait(browser, 10).until(lambda _: len(opened()) == 2)
    check(browser.execute_script("return window.same"), "another # loads the page again")
    for other in ("compilers", "message-", "%", "%E0%A4%A", "<img src=x onerror=alert(1)>", "__proto__", "a" * 100_000):
        browser.get("about:blank")
        browser.get(f"{page.as_uri()}#{other}")
        check(opened() == [] and not browser.find_elements(By.TAG_NAME, "img"), f"#{other[:60]} does something")
    browser.get("about:blank")
    browser.get(page.as_uri())


def luminance(colour):
    channels = [int(value) / 255 for value in re.findall(r"\d+", colour)[:3]]
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def check_looks(browser):
    for dark in (False, True):
        for width in (375, 1280):
            browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {
                "features": [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]})
            browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
                "width": width, "height": 720, "deviceScaleFactor": 1, "mobile": width < 500})
            where = f"{'dark' if dark else 'light'}, {width} pixels"
            browser.execute_script("document.querySelector('#compilers td').click()")
            check(browser.execute_script("return document.documentElement.scrollWidth <= window.innerWidth"),
                  f"{where}: the page is wider than the screen")
            clipped = browser.execute_script(
                """
                return [...document.querySelectorAll("h1, h2, p, li, button, th, td, footer, #detail")]
                    .filter((e) => e.getClientRects().length > 0 && e.scrollWidth > e.clientWidth + 1)
                    .map((e) => e.outerHTML.slice(0, 80));
                """)
            check(not clipped, f"{where}: clipped: {clipped[:5]}")
            colours = browser.execute_script(
                """
                const behind = (e) => {
                    for (; e; e = e.parentElement) {
                        const colour = getComputedStyle(e).backgroundColor;
                        if (colour !== "rgba(0, 0, 0, 0)") return colour;
                    }
                    return "rgb(255, 255, 255)";
                };
                const seen = new Map();
                for (const e of document.querySelectorAll("h1, p, .key, td, th, small, a, #detail li, footer p"))
                    seen.set(getComputedStyle(e).color + "|" + behind(e), e.outerHTML.slice(0, 60));
                return [...seen];
                """)
            for pair, example in colours:
                one, other = sorted(map(luminance, pair.split("|")))
                check((other + 0.05) / (one + 0.05) >= 4.5, f"{where}: low contrast {pair}: {example}")
            papers = browser.execute_script("return getComputedStyle(document.body).backgroundColor")
            check((luminance(papers) < 0.2) == dark, f"{where}: the paper is {papers}")


def check_print(browser):
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                            {"width": 1047, "height": 720, "deviceScaleFactor": 1, "mobile": False})
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print", "features": []})
    check(browser.execute_script("return document.documentElement.scrollWidth <= 1047"), "the print is too wide")
    check(not browser.find_element(By.ID, "detail").is_displayed(), "the panel is printed")
    check(all(legend.is_displayed() for legend in browser.find_elements(By.CLASS_NAME, "legend")), "a legend is not printed")
    clipped = browser.execute_script(
        "return [...document.querySelectorAll('.scroll')].some((e) => getComputedStyle(e).overflow !== 'visible')")
    check(not clipped, "a grid is clipped in print")
    printed = browser.execute_cdp_cmd("Page.printToPDF", {"preferCSSPageSize": True, "printBackground": True})
    check(base64.b64decode(printed["data"]).startswith(b"%PDF"), "it prints to PDF")
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "", "features": []})
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def check_requests(browser, page):
    urls = set()
    for entry in browser.get_log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            urls.add(message["params"]["request"]["url"])
    check(urls == {page.as_uri()}, f"the page asks for {urls}")
    errors = [entry["message"] for entry in browser.get_log("browser") if entry["level"] == "SEVERE"]
    check(not errors, f"errors in the page: {errors}")
    policy = browser.find_element(By.CSS_SELECTOR, "meta[http-equiv='Content-Security-Policy']").get_attribute("content")
    check(policy.startswith("default-src 'none';"), f"the policy is {policy}")


def check_hostile(browser, command, data, folder):
    """Text from tables that looks like markup stays text."""
    tables = folder / "data"
    shutil.copytree(data, tables, ignore=shutil.ignore_patterns("schema"))
    sources = json.loads((tables / "sources.json").read_text(encoding="utf-8"))
    for row in sources["sources"]:
        row["title"] = HOSTILE
    (tables / "sources.json").write_text(json.dumps(sources), encoding="utf-8")
    messages = json.loads((tables / "messages.json").read_text(encoding="utf-8"))
    for row in messages["messages"]:
        row["title"] = HOSTILE
        row["why"] = row["remedy"] = HOSTILE + " `" + HOSTILE + "`"
    (tables / "messages.json").write_text(json.dumps(messages), encoding="utf-8")
    text = run(command, "table", "--format", "html", "--data", str(tables))
    check(HOSTILE not in text and "<!--" not in text, "a hostile title is in the page as it is")
    page = folder / "hostile.html"
    page.write_text(text, encoding="utf-8")
    browser.get(page.as_uri())
    browser.execute_script("document.querySelector('#compilers td').click()")
    check(HOSTILE in browser.find_element(By.CSS_SELECTOR, "#detail ul:not([hidden])").text, "a hostile title is shown as text")
    check(not browser.find_elements(By.TAG_NAME, "img"), "a hostile title became an image")


def check_without_script(browser, page):
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    browser.get(page.as_uri())
    check("without JavaScript" in browser.find_element(By.TAG_NAME, "header").text, "the note is not shown")
    check(browser.find_element(By.CSS_SELECTOR, "#compilers tbody td").text.strip() != "", "the grids are not there")


def main():
    if not BROWSER or not DRIVER:
        sys.exit(SKIPPED)
    command, data = (str(pathlib.Path(argument).resolve()) for argument in sys.argv[1:])
    text = run(command, "table", "--format", "html")
    check(text == run(command, "table", "compilers", "--format", "html"), "the page is the same by every name")
    check_structure(text)
    with tempfile.TemporaryDirectory(prefix="cudastdenv-page-") as scratch:
        folder = pathlib.Path(scratch)
        page = folder / "page.html"
        page.write_text(text, encoding="utf-8")
        browser = start_browser()
        try:
            browser.get(page.as_uri())
            check_compilers(browser, command)
            check_capabilities(browser, command)
            check_keyboard(browser, "compilers")
            check_keyboard(browser, "capabilities")
            check_looks(browser)
            check_print(browser)
            check_requests(browser, page)
            check_messages(browser, command, page)
            check_hostile(browser, command, data, folder)
            check_without_script(browser, page)
        finally:
            browser.quit()
    print("\n".join(failures[:40]) or "nothing wrong")
    sys.exit(1 if failures else 0)


main()
