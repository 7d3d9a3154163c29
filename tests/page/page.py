#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Opens the page of `cudastdenv table --format html` in a headless Chromium and holds it against the command.

usage: page.py COMMAND ANSWERS DATA

ANSWERS is the program made from answers.cpp, DATA the folder with the tables. Exits 77 (skipped) where Chromium, its
driver or Selenium is not there.
"""

import base64
import html.parser
import json
import os
import pathlib
import random
import re
import shlex
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
# Under sanitizers an answer takes ten times as long: each eighth question is enough there.
EVERY = 8 if "ASAN_OPTIONS" in os.environ else 1
VOID = {"meta", "input", "link", "br", "img", "hr"}
HOSTILE = "</script><img src=x onerror=alert(1)><!-- & \"'"

failures = []


def check(truth, message):
    if not truth:
        failures.append(message)


def run(*arguments, stdin=None):
    done = subprocess.run(arguments, input=stdin, capture_output=True, text=True, check=False)
    return done.stdout


class Structure(html.parser.HTMLParser):
    """Every tag is closed where it was opened, ids are unique, and each th says what it heads."""

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
    """{release: {column: (state, message)}} as the grid shows them."""
    return browser.execute_script(
        """
        const data = JSON.parse(document.getElementById("data").textContent);
        const grid = document.getElementById(arguments[0]);
        const names = [...grid.tHead.rows[1].cells].map((cell) => cell.dataset.name);
        return Object.fromEntries([...grid.tBodies[0].rows].map((row) => [row.dataset.release,
            Object.fromEntries([...row.cells].slice(1).map((cell, i) =>
                [names[i], [cell.querySelector("b").textContent, data.texts[cell.dataset.t][0]]]))]));
        """,
        grid,
    )


def resolved(command, release, compiler, policy):
    return json.loads(run(command, "resolve", "--cuda", release, "--stdenv", compiler, "--available", "", "--policy",
                          policy, "--json"))


def compiler_state(command, release, compiler):
    """What the command says of a compiler in its own stdenv: a state, and the message where it has one."""
    answer = resolved(command, release, compiler, "nixpkgs")
    broken = [a for a in answer["advisories"] if a["severity"] == "broken"]
    if answer["hostCompiler"]:
        return ("known broken", broken[0]["message"]) if broken else ("used", None)
    rejection = answer["rejected"][0]
    if rejection["reason"] in ("too-new", "too-old"):
        enforced = resolved(command, release, compiler, "enforced")
        breaks = any(a["severity"] == "broken" for a in enforced["advisories"])
        if enforced["hostCompiler"] and not breaks:
            return "accepted by nvcc only", rejection["message"]
        if breaks or (not enforced["hostCompiler"] and enforced["rejected"][0]["reason"] == "known-broken"):
            return "known broken", None
    names = {"too-new": "too new", "too-old": "too old", "known-broken": "known broken",
             "headers-too-new": "headers too new"}
    return names[rejection["reason"]], rejection["message"]


def check_compilers(browser, command):
    for release, cells in cells_of(browser, "compilers").items():
        for compiler, (state, message) in cells.items():
            expected, reason = compiler_state(command, release, compiler)
            check(state == expected, f"{release} {compiler}: the page says {state}, the command {expected}")
            check(reason is None or reason in message, f"{release} {compiler}: {message!r} lacks {reason!r}")


def check_capabilities(browser, command):
    for release, cells in cells_of(browser, "capabilities").items():
        def listed(*options, cuda=release):
            return set(json.loads(run(command, "capabilities", "--cuda", cuda, "--json", *options))["capabilities"])

        supported = {name for name, (state, _) in cells.items() if state in ("default", "supported", "supported (Jetson)")}
        check({name for name, (state, _) in cells.items() if state == "default"} == listed() & supported,
              f"{release}: the default list differs")
        check(supported == listed("--all", "--policy", "enforced"), f"{release}: what nvcc takes differs")


def check_keyboard(browser, grid):
    """Walks over a grid with the arrow keys and Tab, and sees the reason of each cell."""
    browser.execute_script(
        """
        window.seen = new Map();
        document.addEventListener("focusin", (event) => {
            if (event.target.tagName === "TD") window.seen.set(event.target,
                document.getElementById("detail").hidden ? "" : document.getElementById("detail-message").textContent);
        });
        document.getElementById("have").focus();
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
        const data = JSON.parse(document.getElementById("data").textContent);
        return [...document.querySelectorAll("#{grid} tbody td")].filter((cell) =>
            window.seen.get(cell) !== data.texts[cell.dataset.t][0] + ".").length;
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


def type_in(browser, text):
    browser.execute_script(
        "const box = document.getElementById('have'); box.value = arguments[0]; box.dispatchEvent(new Event('input'));",
        text)


def fitting_rows(browser):
    shown = [browser.execute_script(
        f"return [...document.querySelectorAll('#{grid} tbody tr:not(.no)')].map((row) => row.dataset.release)")
        for grid in ("compilers", "capabilities")]
    check(shown[0] == shown[1], "the two grids dim different releases")
    return shown[0]


def ask_page(browser, text):
    type_in(browser, text)
    not_understood = browser.execute_script("return document.querySelectorAll('#understood .not').length")
    check(not_understood == 0, f"not understood: {text}")
    rows = fitting_rows(browser)
    count = browser.find_element(By.ID, "count").text
    check(count.startswith(f"{len(rows)} of "), f"{text}: {len(rows)} releases are not dimmed, but it says {count!r}")
    return rows


def random_question(dice, capabilities, drivers, gpus, environments):
    parts = {}
    if dice.random() < 0.6:
        compilers = [f"gcc-{n}" for n in range(3, 19)] + [f"clang-{n}" for n in range(2, 25)]
        parts["--compiler"] = dice.sample(compilers, dice.choice([1, 1, 2]))
    if dice.random() < 0.7:
        parts["--capabilities"] = dice.sample(capabilities, dice.choice([1, 1, 2, 3]))
    if dice.random() < 0.5 or not parts:
        parts["--driver"] = [dice.choice(drivers)]
    if dice.random() < 0.3:
        parts["--gpu"] = [dice.choice(gpus)]
    if dice.random() < 0.3:
        parts["--environment"] = [dice.choice(environments)]
    if dice.random() < 0.2:
        parts["--std"] = [dice.choice(["c++14", "c++17", "c++20", "c++23"])]
    return parts


# What has to be said of a text in the box that could be something else too.
LABELS = {"--capabilities": "capability ", "--driver": "driver ", "--gpu": "GPU "}


def is_left_to_command(browser, text):
    return browser.execute_script("return window.cudastdenv.releases(arguments[0]) === null", text)


def check_filter(browser, command, seed=7, count=50):
    tables = json.loads(run(command, "table", "drivers", "--json"))
    drivers = sorted({row[kind]["driver"] for row in tables["drivers"] for kind in ("linux", "linuxBundled")
                      if row[kind]}) + ["550.54", "580", "450", "535.1", "540.4.0", "580.00"]
    # Names that nobody takes for a driver, a capability or another GPU.
    gpus = ["GeForce RTX 5090", "GeForce RTX 4090", "Tesla V100", "Tesla K80", "B200", "B300", "GB10", "H200", "B100",
            "Jetson AGX Orin", "Jetson AGX Thor", "Quadro T1000"]
    rows = json.loads(run(command, "table", "capabilities", "--json"))["capabilities"]
    capabilities = [row["capability"] for row in rows] + sorted({row["architecture"] for row in rows})
    environments = [row["id"] for row in json.loads(run(command, "table", "environments", "--json"))["environments"]]
    dice = random.Random(seed)
    answered = asked = 0
    while asked < count:
        question = random_question(dice, capabilities, drivers, gpus, environments)
        options = [text for option, values in question.items() for text in (option, ",".join(values))]
        output = run(command, "releases", "--json", *options)
        if not output:
            continue  # bad input: what can never be built in one list
        text = ", ".join(LABELS.get(option, "") + value for option, values in question.items() for value in values)
        if is_left_to_command(browser, text):
            continue
        asked += 1
        expected = [fitting["release"] for fitting in json.loads(output)["releases"]]
        answered += bool(expected)
        shown = ask_page(browser, text)
        check(shown == expected, f"releases {' '.join(options)}: the page {shown}, the command {expected}")
        same = shlex.split(browser.find_element(By.CSS_SELECTOR, "#same code").text)[1:]
        again = [fitting["release"] for fitting in json.loads(run(command, *same, "--json") or '{"releases": []}')["releases"]]
        check(again == expected, f"{text}: {same} is another question")
    check(answered > count // 4, f"of {asked} questions only {answered} have an answer")


def check_law(browser, answers, chunk=4000):
    """Every two conditions, and some more at random: the script's look-up says what find_releases() says."""
    arguments = [answers, "questions"]
    if EVERY > 1:
        arguments.append(str(EVERY))
    done = subprocess.run(arguments, capture_output=True, text=True, check=False)
    check(done.returncode == 0, f"the answers: {done.stderr}")
    questions = [line.split("\t") for line in done.stdout.splitlines()]
    wrong = []
    for start in range(0, len(questions), chunk):
        some = questions[start:start + chunk]
        found = browser.execute_script(
            """
            return arguments[0].map((text) => {
                const parts = window.cudastdenv.readAll(text);
                const bad = parts.find((part) => part.wrong);
                const fits = bad ? null : window.cudastdenv.fits(parts);
                return bad ? bad.wrong : fits === null ? "ask" : fits.map(Number).join("");
            });
            """, [text for text, _ in some])
        wrong += [f"{text}: the page {page}, find_releases() {expected}"
                  for (text, expected), page in zip(some, found) if page != expected]
    with_answer = sum("1" in expected for _, expected in questions)
    left = sum(expected == "ask" for _, expected in questions)
    print(f"{len(questions)} questions, {with_answer} with an answer, {left} left to the command, {len(wrong)} wrong")
    check(len(questions) > 30_000 // EVERY and with_answer > len(questions) // 8, "too few questions")
    check(left < len(questions) // 20, "too many questions are left to the command")
    failures.extend(wrong[:20])


def check_gpus(browser, answers, command):
    """Names of GPUs as find_gpu() knows them, and in other spellings."""
    names = []
    for row in json.loads(run(command, "table", "gpus", "--json"))["gpus"]:
        for name in (row["name"], *row["aliases"]):
            names += [name, f"NVIDIA {name}", name.lower().replace(" ", "-"), re.sub(r"^\w+ ", "", name),
                      f"{name} 80GB", f"Tesla {name}", name.replace(" ", ""), name + "x"]
    names += ["", "nvidia", "tesla", "NVIDIA(R) A100-SXM4-80GB", "A100\u00ae", "rtx\u00a05090", "\u212a40", "a" * 129, "0"]
    lines = run(answers, "gpus", stdin="\n".join(names) + "\n").splitlines()
    page = browser.execute_script(
        "return arguments[0].map((name) => [...new Set(window.cudastdenv.findGpu(name))])", names)
    check(len(lines) == len(names), "one answer a line")
    for name, line, found in zip(names, lines, page):
        check(sorted(line.split()) == sorted(found), f"GPU {name!r}: the page {found}, find_gpu {line!r}")
    for name in ("RTX 5090", "GeForce GTX 1080", "A100", "Jetson AGX Orin 64GB", "GB10", "Tesla K80"):
        answer = json.loads(run(command, "releases", "--gpu", name, "--json"))
        expected = [release["release"] for release in answer["releases"]]
        check(expected and ask_page(browser, f"GPU {name}") == expected, f"{name}: other releases fit")


def check_words(browser):
    type_in(browser, "gcc-13, frobnicator, RTX 5090")
    words = [item.text for item in browser.find_elements(By.CSS_SELECTOR, "#understood .not")]
    check(len(words) == 1 and "frobnicator" in words[0], f"what is not understood is shown: {words}")
    check("does not count" in browser.find_element(By.ID, "count").text, "that it does not count is said")
    for text in ("frobnicator", "gcc-99", "gcc-", "gcc-13.", "gcc-13.x_y", "13.7", "550.54, 570", "GeForce 910M", "sm_8.9",
                 "driver 099", "capability gcc-13", "debian-12, debian-13", "c++17, c++20", "CUDA 12.7", "__proto__"):
        type_in(browser, text)
        check(browser.find_elements(By.CSS_SELECTOR, "#understood .not"), f"{text} is not understood")
    for text in ("12.0", "GeForce GTX 650, 650"):
        type_in(browser, text)
        words = [item.text for item in browser.find_elements(By.CSS_SELECTOR, "#understood .not")]
        check(len(words) == 1 and "write" in words[0], f"{text}: what to write instead is said: {words}")
    for text, says in {"gcc-13.3.0": "gcc-13", "GCC13": "gcc-13", "g++@13": "gcc-13", "llvm-19": "clang-19",
                       "sm_89": "capability 8.9", "89": "capability 8.9", "ada": "Ada GPUs", "C++20": "C++20",
                       "gnu++17": "C++17", "Debian 12": "Debian 12 (bookworm)", "ubuntu-24.04": "Ubuntu 24.04 LTS (noble)",
                       "cuda-12.8.1": "CUDA 12.8.1", "CUDA 12.0": "CUDA 12.0.1", "capability 12.0": "capability 12.0",
                       "Driver Version: 550.54.15": "driver 550.54.15", "580": "driver 580",
                       "driver 650": "driver 650", "compute capability: 9.0": "capability 9.0"}.items():
        type_in(browser, text)
        found = [item.text for item in browser.find_elements(By.CSS_SELECTOR, "#understood li")]
        check(found == [f"\u2713 {says}"], f"{text}: the page says {found}")
    type_in(browser, "")


def check_releases(browser, command):
    """A release that is named filters to it; of several one has to fit."""
    answer = json.loads(run(command, "releases", "--compiler", "gcc-11", "--json"))
    fitting = [row["release"] for row in answer["releases"]]
    left_out = answer["leftOut"][-1]["release"]
    named = [fitting[0], fitting[-1]]
    check(ask_page(browser, f"gcc-11, {named[0]}, CUDA {named[1]}") == named, "releases are not filtered by name")
    same = browser.find_element(By.CSS_SELECTOR, "#same code").text
    shown = subprocess.run(same.replace("cudastdenv", shlex.quote(command), 1), shell=True, capture_output=True, text=True,
                           check=False).stdout
    check([line.split()[0] for line in shown.splitlines()] == named, f"{same}: {shown}")
    check(ask_page(browser, f"gcc-11, CUDA {left_out}") == [], "a release that does not fit is shown")
    check(is_left_to_command(browser, "8.7, 8.9, 580"), "Jetsons and others with one driver")
    type_in(browser, "8.7, 8.9, 580")
    check("for the command to say" in browser.find_element(By.ID, "count").text, "what is left to the command is said")
    check("--driver 580" in browser.find_element(By.ID, "same").text, "the command for it is said")


def check_address(browser, page):
    """The text of the box stands behind the # of the page's address, and goes back from there."""
    def box():
        return browser.execute_script("return document.getElementById('have').value")

    def understood():
        return [item.text for item in browser.find_elements(By.CSS_SELECTOR, "#understood li")]

    browser.get("about:blank")
    browser.get(f"{page.as_uri()}#gcc-13,8.9")
    check(box() == "gcc-13,8.9" and understood() == ["\u2713 gcc-13", "\u2713 capability 8.9"], f"at load: {understood()}")
    browser.execute_script("window.same = true; location.hash = '#c++20,debian-12'")
    WebDriverWait(browser, 10).until(lambda _: len(understood()) == 2 and "C++20" in understood()[0])
    check(browser.execute_script("return window.same"), "another # loads the page again")
    for text in ("gcc-13,8.9", "RTX 5090, c++20; 570.86", "100% & <b>#?=\u20ac\u00e4", "", "x" * 900):
        before = browser.execute_script("return history.length")
        type_in(browser, text)
        address = browser.current_url
        check(browser.execute_script("return history.length") == before, "typing fills the browser's history")
        browser.get("about:blank")
        browser.get(address)
        check(box() == text, f"{text!r} comes back as {box()!r} by {address}")
    for hostile in ("<img src=x onerror=alert(1)>", "</script><script>document.title='broken'</script>", "%", "%E0%A4%A",
                    "%3Cimg%20src=x%20onerror=alert(1)%3E", "javascript:alert(1)", "__proto__,constructor,toString",
                    "a" * 100_000, "," * 50_000 + "gcc-13" * 9_000):
        browser.get("about:blank")
        browser.get(f"{page.as_uri()}#{hostile}")
        check(browser.execute_script("return document.querySelectorAll('form img, form script').length === 0 && "
                                     "document.title !== 'broken'"), f"{hostile[:60]} became markup")
        check(len(box()) <= 1000, f"{hostile[:60]} has no limit")
        check(all(item.startswith("\u2717") for item in understood()), f"{hostile[:60]}: {understood()[:3]}")
    browser.get("about:blank")
    browser.get(page.as_uri())
    check(box() == "" and understood() == [], "without a # nothing is asked")


def check_messages(browser, command, page):
    listed = json.loads(run(command, "table", "messages", "--json"))
    ids = [message["id"] for message in listed["messages"]]
    shown = browser.execute_script("return [...document.querySelectorAll('details.message')].map((one) => one.id)")
    check(shown == [f"message-{one}" for one in ids], "each message is on the page, in the table's order")
    browser.get("about:blank")
    browser.get(f"{page.as_uri()}#message-gcc-too-new")
    box, opened = browser.execute_script(
        "return [document.getElementById('have').value,"
        " [...document.querySelectorAll('details.message[open]')].map((one) => one.id)]"
    )
    check((box, opened) == ("", ["message-gcc-too-new"]), f"the address opens a message: {box!r}, {opened}")
    text = browser.execute_script("return document.getElementById('message-gcc-too-new').innerText")
    for part in ("gcc versions later than 13 are not supported", "12.4.0 to 12.6.3", "cudastdenv diagnose"):
        check(part in text, f"the opened message says {part!r}")
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
            type_in(browser, "gcc-13, NVIDIA RTX PRO 6000 Blackwell Workstation Edition, 550.54, " + "word" * 40)
            browser.execute_script("document.querySelector('#compilers td').click()")
            check(browser.execute_script("return document.documentElement.scrollWidth <= window.innerWidth"),
                  f"{where}: the page is wider than the screen")
            clipped = browser.execute_script(
                """
                return [...document.querySelectorAll("h1, h2, p, li, label, button, th, td, footer, form, #detail")]
                    .filter((e) => e.getClientRects().length > 0 && e.scrollWidth > e.clientWidth + 1)
                    .map((e) => e.outerHTML.slice(0, 80));
                """)
            check(not clipped, f"{where}: clipped: {clipped[:5]}")
            type_in(browser, "")
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
                for (const e of document.querySelectorAll("h1, p, label, input, .key, td, th, small, a, #detail li, footer p"))
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
    check(not browser.find_element(By.TAG_NAME, "form").is_displayed(), "the box is printed")
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
    """Texts from tables that want to be markup stay text."""
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
    check(HOSTILE in browser.find_element(By.ID, "detail-sources").text, "a hostile title is shown as text")
    check(not browser.find_elements(By.TAG_NAME, "img"), "a hostile title became an image")


def check_without_script(browser, page):
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    browser.get(page.as_uri())
    check("without JavaScript" in browser.find_element(By.TAG_NAME, "header").text, "the note is not shown")
    check(not browser.find_element(By.TAG_NAME, "form").is_displayed(), "a box that does nothing is shown")
    check(browser.find_element(By.CSS_SELECTOR, "#compilers tbody td").text.strip() != "", "the grids are not there")


def main():
    if not BROWSER or not DRIVER:
        sys.exit(SKIPPED)
    command, answers, data = (str(pathlib.Path(argument).resolve()) for argument in sys.argv[1:])
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
            check_filter(browser, command)
            check_gpus(browser, answers, command)
            check_words(browser)
            check_releases(browser, command)
            check_law(browser, answers)
            check_looks(browser)
            check_print(browser)
            check_requests(browser, page)
            check_address(browser, page)
            check_messages(browser, command, page)
            check_hostile(browser, command, data, folder)
            check_without_script(browser, page)
        finally:
            browser.quit()
    print("\n".join(failures[:40]) or "nothing wrong")
    sys.exit(1 if failures else 0)


main()
