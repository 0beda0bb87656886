"""Applies rules of a site to its pages with parsel, the selectors of Scrapy: in a spider, `response` is such a selector.

Run: npx refrain rules docs/example-site -q --format scraper > build/rules.json &&
     python3 examples/rules/apply_parsel.py build/rules.json docs/example-site/*.html
Debian: apt-get install python3-parsel
"""

import json
import sys

from parsel import Selector


def layout_of(page, config):
    """The first layout whose conditions the page meets."""
    for layout in config["layouts"]:
        if all(page.css(one) for one in layout["has"]["css"]) and not any(
            page.css(one) for one in layout["hasNot"]["css"]
        ):
            return layout
    return None


def drop(element):
    """Takes an element out, and keeps the text behind it, which is a part of the element for lxml."""
    parent, before = element.getparent(), element.getprevious()
    if parent is None:
        return
    if before is not None:
        before.tail = (before.tail or "") + (element.tail or "")
    else:
        parent.text = (parent.text or "") + (element.tail or "")
    parent.remove(element)


def text_of(elements):
    """A line for each text."""
    texts = (text.strip() for text in elements.xpath(".//text()").getall())
    return "\n".join(text for text in texts if text)


def parse(page, config):
    """The fields of a page; a spider yields them."""
    layout = layout_of(page, config)
    if layout is None:
        return {"layout": None}
    fields = layout["fields"]
    item = {"layout": layout["id"]}
    for part in ("title", "date", "author"):
        found = next((found for css in fields.get(part, {"css": []})["css"] if (found := page.css(css))), None)
        if found is not None:
            item[part] = text_of(found)
    for css in layout["remove"]["css"]:
        for element in page.css(css):
            drop(element.root)
    css = ", ".join(fields.get("main", fields.get("content", {"css": ["body"]}))["css"])
    item["main"] = text_of(page.css(css))
    return item


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        config = json.load(file)
    for name in sys.argv[2:]:
        with open(name, encoding="utf-8") as file:
            page = Selector(text=file.read())
        print(json.dumps({"page": name, **parse(page, config)}, ensure_ascii=False))


main()
