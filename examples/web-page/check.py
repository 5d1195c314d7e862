"""Reads the links of a page with Python's own HTML parser. Prints JSON. Usage: check.py <page.html> <address>"""
import json
import re
import sys
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit


class Links(HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.links, self.open, self.images, self.headings, self.raw = [], [], 0, 0, None
        self.title, self.description, self.in_title = "", None, False

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "a" and attributes.get("href") is not None:
            self.open.append({"href": attributes["href"], "text": ""})
            self.links.append(self.open[-1])
        elif tag == "a":
            self.open.append(None)
        elif tag == "img" and attributes.get("src"):
            self.images += 1
        elif tag in ("h1", "h2", "h3"):
            self.headings += 1
        elif tag == "title":
            self.in_title = True
        elif tag == "meta" and attributes.get("name") == "description":
            self.description = attributes["content"]
        elif tag == "textarea":
            self.set_cdata_mode(tag)  # its content is text, as in a browser

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)

    def handle_endtag(self, tag):
        if tag == "a" and self.open:
            self.open.pop()
        elif tag == "title":
            self.in_title = False

    def handle_data(self, data):
        if self.in_title:
            self.title += data
        for link in self.open:
            if link is not None:
                link["text"] += data


page, address = sys.argv[1:]
parser = Links()
with open(page, encoding="utf-8") as file:
    parser.feed(file.read())
origin = urlsplit(address)[:2]
links = []
for link in parser.links:
    if link["href"].strip() == "":
        continue
    target = urlsplit(urljoin(address, link["href"]))
    inside = link["href"].startswith("#") or target[:2] == origin
    links.append({
        "href": link["href"],
        "text": re.sub(r"\s+", " ", link["text"]).strip(),
        "type": "internal" if inside else "external",
        "host": (target.hostname or "") if target.scheme in ("http", "https") else "",
    })
print(json.dumps({
    "title": parser.title.strip(),
    "description": parser.description,
    "images": parser.images,
    "headings": parser.headings,
    "links": links,
}))
