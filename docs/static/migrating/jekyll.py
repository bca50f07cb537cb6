"""Posts of Jekyll whose URLs have their categories. FILE is _config.yml, which has the pattern of URLs."""

import re
from pathlib import Path

import gatsby
from entries import Unreadable, file_entries
from files import DATE_PREFIX, report, split_language
from front_matter import DATE, as_list
from values import read_yaml

STYLES = {
    "date": "/:categories/:year/:month/:day/:title.html",
    "pretty": "/:categories/:year/:month/:day/:title/",
    "none": "/:categories/:title.html",
}


class Rules(gatsby.Rules):
    def __init__(self, source, target, file):
        files = [Path(file)] if file else [source / "_config.yml", source.parent / "_config.yml"]
        config = next((it for it in files if it.is_file()), None)
        self.pattern = permalink(config) if config else None

    def complete(self, front):
        """Sets the path of a post that has its categories in its URL, and the last part of the URL of other posts."""
        name = split_language("jekyll", front.page)[0]
        if "_drafts" in front.page.parts:
            front.add("draft", True)
        if not re.match(DATE_PREFIX, name) or front.has("path"):
            return

        front.add("slug", re.sub(DATE_PREFIX, "", name))
        found = categories(front)
        if not found or self.pattern and ":categories" not in self.pattern:
            return
        date = re.match(DATE, str(front.values.get("date", name)))
        path = self.pattern and date and url(self.pattern, found, date, front.values["slug"])
        if path:
            front.set_own("path", path)
        else:
            report(front.page, "Jekyll writes its categories into its URL by default. Set `path` if yours has them")


def permalink(config):
    """Returns the pattern of the URLs of posts."""
    try:
        entries = file_entries(config.read_text("utf-8-sig"))
        pattern = next((read_yaml(it.source) for it in entries if it.path == ("permalink",)), "date")
    except Unreadable as error:
        report(config, f"its `permalink` was not read: {error}")
        return None
    pattern = STYLES.get(pattern, str(pattern))
    pattern = re.sub(r":output_ext$", ".html", pattern)
    return pattern if pattern.endswith((".html", "/")) else f"{pattern}/"


def categories(front):
    """Returns the categories of a post, which are also those of the folders around `_posts`."""
    parts = front.page.parts
    found = list(parts[: parts.index("_posts")]) if "_posts" in parts else []
    if "categories" in front.terms:
        found += map(str, as_list(front.value(front.terms["categories"])))
    slugs = (re.sub(r"[\W_]+", "-", it.lower()).strip("-") for it in found)
    return list(dict.fromkeys(it for it in slugs if it))


def url(pattern, names, date, slug):
    """Returns the URL path of a post, or none if the pattern has a name that is not known here."""
    year, month, day = date.groups()
    values = {"categories": "/".join(names), "title": slug, "slug": slug.lower(), "year": year, "month": month, "day": day}
    values |= {"i_month": str(int(month)), "i_day": str(int(day)), "short_year": year[2:]}
    used = re.findall(r":([a-z_]+)", pattern)
    if not set(used) <= values.keys():
        return None
    return re.sub(r"/+", "/", "/" + re.sub(r":([a-z_]+)", lambda it: values[it[1]], pattern))
