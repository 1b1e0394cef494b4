"""What makes a page of ours sound, on a telephone and on a desk, by day and by night."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from looking import complaints
from selenium.webdriver import Chrome

PHONE, DESK = 390, 1280
BYTES = 1_000_000
CONTRAST = 4.5  # WCAG 2.2, 1.4.3, for text of usual size

# Facts of the page as it is laid out now, with all of it unfolded.
FACTS = """
for (const one of document.querySelectorAll('details')) one.open = true;
return {
    language: document.documentElement.lang,
    window: document.documentElement.clientWidth,  // innerWidth grows with what is too wide
    content: document.scrollingElement.scrollWidth,
    headings: [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].map(one => Number(one.tagName[1])),
    nameless: [...document.images].filter(one => !one.hasAttribute('alt')).length,
    broken: [...document.images].filter(one => !one.complete || !one.naturalWidth).length,
    links: [...document.querySelectorAll('a[href]')].map(one => one.href).filter(one => one.startsWith('file:')),
    anchors: [...document.querySelectorAll('a[href^="#"]')].map(one => decodeURIComponent(one.hash.slice(1)))
        .filter(one => one && !document.getElementById(one)),
};
"""
# Text of usual size whose contrast is too low, as "ratio: words". Colours of any notation are read off a canvas;
# translucent ones are laid over what is behind them.
PALE = """
const least = arguments[0];
const context = Object.assign(document.createElement('canvas'), {width: 1, height: 1})
    .getContext('2d', {willReadFrequently: true});
function over(colour, below) {
    context.fillStyle = `rgb(${below.join(' ')})`;
    context.fillRect(0, 0, 1, 1);
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
}
function behind(element) {
    if (!element) {
        const night = getComputedStyle(document.documentElement).colorScheme.includes('dark')
            && matchMedia('(prefers-color-scheme: dark)').matches;
        return night ? [18, 18, 18] : [255, 255, 255];  // what Chromium paints where a page paints nothing
    }
    return over(getComputedStyle(element).backgroundColor, behind(element.parentElement));
}
function light(colour) {  // relative luminance, WCAG 2.2
    const linear = one => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4;
    const [r, g, b] = colour.map(one => linear(one / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
const found = [];
for (const element of document.body.querySelectorAll('*')) {
    const texts = [...element.childNodes].filter(one => one.nodeType === Node.TEXT_NODE);
    const words = texts.map(one => one.data.trim()).join(' ').trim();
    const style = getComputedStyle(element);
    if (!words || !element.checkVisibility() || parseFloat(style.fontSize) >= 24 || element.closest('svg')) continue;
    const below = behind(element);
    const [dark, pale] = [light(over(style.color, below)), light(below)].sort((a, b) => a - b);
    const ratio = (pale + 0.05) / (dark + 0.05);
    if (ratio < least) found.push(`${ratio.toFixed(1)}: ${words.slice(0, 40)}`);
}
return found;
"""


def page_is_sound(driver: Chrome, path: Path, width: int) -> None:
    """Open a page from its file in a window of this width; fails with all that is wrong with it."""
    found = faults(driver, path, width)
    assert not found, f"{path.name}, {width} pixels wide: {'; '.join(found)}"


def faults(driver: Chrome, path: Path, width: int) -> list[str]:
    """What is wrong with a page, in words."""
    found = []
    if path.stat().st_size > BYTES:
        found.append(f"it has {path.stat().st_size:,} bytes")
    with window(driver, width):
        driver.get(path.as_uri())
        found += [f"the console says: {words}" for words in complaints(driver)]
        found += _faults_of_form(driver.execute_script(FACTS), path, width)
        for scheme in ("light", "dark"):
            prefer(driver, scheme)
            pale = driver.execute_script(PALE, CONTRAST)
            found += [f"hard to read when {scheme}: {words}" for words in dict.fromkeys(pale)]
    return found


@contextlib.contextmanager
def window(driver: Chrome, width: int) -> Iterator[None]:
    """A window of this width, that of a telephone if it is a narrow one; afterwards the usual one, by day."""
    sizes = {"width": width, "height": 844, "deviceScaleFactor": 1, "mobile": width < 600}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", sizes)
    try:
        yield
    finally:
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
        driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def prefer(driver: Chrome, scheme: str) -> None:
    """As on a machine of somebody who prefers light or dark pages."""
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})


def _faults_of_form(facts: dict[str, Any], path: Path, width: int) -> list[str]:
    found = []
    if not facts["language"]:
        found.append("html has no lang")
    if facts["window"] != width:
        found.append(f"it is laid out for a window of {facts['window']} pixels: meta viewport is missing")
    if facts["content"] > facts["window"]:
        found.append(f"it is {facts['content']} pixels wide and has to be moved sideways")
    levels = facts["headings"]
    if levels.count(1) != 1:
        found.append(f"it has {levels.count(1)} headings h1")
    before = [0, *levels]
    found += [f"h{high} is followed by h{low}" for high, low in zip(before, levels, strict=False) if low > high + 1]
    if facts["nameless"]:
        found.append(f"{facts['nameless']} images have no alt")
    if facts["broken"]:
        found.append(f"{facts['broken']} images do not show")
    found += [f"nothing has the id {name}" for name in facts["anchors"]]
    targets = {unquote(urlsplit(link).path) for link in facts["links"]}
    found += [f"a link leads to {name}, which is missing" for name in sorted(targets) if not Path(name).exists()]
    return found
