"""Applies rules of a site to its pages with lxml, by XPath.

Run: npx refrain rules docs/example-site -q --format scraper > build/rules.json &&
     python3 examples/rules/apply_lxml.py build/rules.json docs/example-site/*.html
Debian: apt-get install python3-lxml
"""

import json
import sys

from lxml import html


def layout_of(page, config):
    """The first layout whose conditions the page meets."""
    for layout in config["layouts"]:
        if all(page.xpath(one) for one in layout["has"]["xpath"]) and not any(
            page.xpath(one) for one in layout["hasNot"]["xpath"]
        ):
            return layout
    return None


def outermost(elements):
    """Elements that are not inside another one."""
    chosen = set(elements)
    return [one for one in elements if not any(parent in chosen for parent in one.iterancestors())]


def text_of(elements):
    """A line for each text."""
    texts = (text.strip() for element in elements for text in element.itertext())
    return "\n".join(text for text in texts if text)


def first_of(page, paths):
    """Of a title, a date or an author, the first rule that matches counts."""
    for path in paths:
        found = page.xpath(path)
        if found:
            return found
    return []


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        config = json.load(file)
    for name in sys.argv[2:]:
        with open(name, "rb") as file:
            page = html.document_fromstring(file.read(), parser=html.HTMLParser(encoding="utf-8"))
        layout = layout_of(page, config)
        if layout is None:
            print(json.dumps({"page": name, "layout": None}))
            continue
        fields = layout["fields"]
        line = {"page": name, "layout": layout["id"]}
        for part in ("title", "date", "author"):
            if part in fields:
                line[part] = text_of(first_of(page, fields[part]["xpath"]))
        for path in layout["remove"]["xpath"]:
            for element in page.xpath(path):
                element.drop_tree()
        paths = " | ".join(fields.get("main", fields.get("content", {"xpath": ["//body"]}))["xpath"])
        line["main"] = text_of(outermost(page.xpath(paths)))
        print(json.dumps(line, ensure_ascii=False))


main()
