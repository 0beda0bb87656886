"""Applies rules of a site to its pages with BeautifulSoup.

Run: npx refrain rules docs/example-site -q --format scraper > build/rules.json &&
     python3 examples/rules/apply_beautifulsoup.py build/rules.json docs/example-site/*.html
Debian: apt-get install python3-bs4
"""

import json
import sys

from bs4 import BeautifulSoup


def layout_of(page, config):
    """The first layout whose conditions the page meets."""
    for layout in config["layouts"]:
        if all(page.select_one(one) for one in layout["has"]["css"]) and not any(
            page.select_one(one) for one in layout["hasNot"]["css"]
        ):
            return layout
    return None


def outermost(elements):
    """Elements that are not inside another one, each once."""
    chosen = {id(element) for element in elements}
    kept = {
        id(element): element
        for element in elements
        if not any(id(parent) in chosen for parent in element.parents)
    }
    return list(kept.values())


def text_of(elements):
    """A line for each text; `get_text` of one element alone would join words of different lines."""
    return "\n".join(element.get_text("\n", strip=True) for element in elements)


def first_of(page, selectors):
    """Of a title, a date or an author, the first rule that matches counts."""
    for selector in selectors:
        found = page.select(selector)
        if found:
            return found
    return []


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        config = json.load(file)
    for name in sys.argv[2:]:
        with open(name, "rb") as file:
            page = BeautifulSoup(file, "html.parser")
        layout = layout_of(page, config)
        if layout is None:
            print(json.dumps({"page": name, "layout": None}))
            continue
        fields = layout["fields"]
        line = {"page": name, "layout": layout["id"]}
        for part in ("title", "date", "author"):
            if part in fields:
                line[part] = text_of(first_of(page, fields[part]["css"]))
        for selector in layout["remove"]["css"]:
            for element in page.select(selector):
                element.decompose()
        selectors = ", ".join(fields.get("main", fields.get("content", {"css": ["body"]}))["css"])
        line["main"] = text_of(outermost(page.select(selectors)))
        print(json.dumps(line, ensure_ascii=False))


main()
