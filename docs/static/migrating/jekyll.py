"""Posts of Jekyll whose URLs have their categories. FILE is _config.yml, which has the pattern of URLs."""

import re
from datetime import datetime
from fnmatch import fnmatch
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import gatsby
import liquid
from entries import Unreadable, file_entries
from files import report, split_language
from front_matter import DATE, as_list
from values import read_yaml

STYLES = {
    "date": "/:categories/:year/:month/:day/:title.html",
    "pretty": "/:categories/:year/:month/:day/:title/",
    "none": "/:categories/:title.html",
}


# Files that Jekyll ignores by default.
EXCLUDED = (
    *("Gemfile", "Gemfile.lock", "gemfiles", "node_modules", ".sass-cache", ".jekyll-cache"),
    *("vendor/bundle", "vendor/cache", "vendor/gems", "vendor/ruby"),
)
# The stem of a post: its date and the last part of its URL.
POST = r"(\d{4})-(\d{1,2})-(\d{1,2})-(.+)"
# The signs that Jekyll replaces by a hyphen in the last part of a URL.
SIGNS = r"[^\w.~!$&'()+,;=@]+"


def configuration(source, file):
    """Returns _config.yml, or none if there is no such file."""
    files = [Path(file)] if file else [source / "_config.yml", source.parent / "_config.yml"]
    return next((it for it in files if it.is_file()), None)


def settings(config):
    """Returns the values of _config.yml that decide paths: `permalink`, `timezone` and `exclude`."""
    found = {}
    try:
        for it in file_entries(config.read_text("utf-8-sig")) if config else []:
            if it.path in (("permalink",), ("timezone",), ("exclude",)):
                found[it.path[0]] = read_yaml(it.source)
    except Unreadable as error:
        report(config, f"it was not read: {error}")
        found["permalink"] = None
    return found


def exclusion(source, file):
    """Returns a function that says whether Jekyll ignores a file."""
    patterns = [*EXCLUDED, *map(str, as_list(settings(configuration(source, file)).get("exclude") or []))]
    patterns = [it.strip("/") for it in patterns]

    def is_excluded(path):
        paths = [it.as_posix() for it in (path, *path.parents)][:-1]
        return any(fnmatch(it, pattern) for it in paths for pattern in patterns)

    return is_excluded


class Rules(gatsby.Rules):
    def __init__(self, source, target, file):
        config = configuration(source, file)
        found = settings(config)
        self.pattern = pattern_of(found.get("permalink", "date")) if config else None
        self.zone = zone(found.get("timezone"))

    def text(self, text, page):
        return super().text(text, page) if page.suffix == ".mdx" else liquid.without_raw(text, page)

    def complete(self, front):
        """Sets the path of a post that has its categories in its URL, and the last part of the URL of other posts."""
        post = re.match(POST, split_language("jekyll", front.page)[0])
        if "_drafts" in front.page.parts:
            front.add("draft", True)
        if not post or front.has("path"):
            return

        front.add_day(post[1], post[2], post[3])
        front.add("slug", post[4])
        found = categories(front)
        if not found or self.pattern and "categories" not in self.pattern:
            return
        date = re.match(DATE, self.local(str(front.values["date"])))
        path = self.pattern and date and url(self.pattern, found, date, front.values["slug"])
        if path:
            front.set_own("path", path)
        else:
            report(front.page, "Jekyll writes its categories into its URL by default. Set `path` if yours has them")

    def local(self, date):
        """Returns a date with a zone in the time zone of the site."""
        try:
            written = re.sub(r"\s+([+-]\d\d):?(\d\d)$", r"\1:\2", date).replace("Z", "+00:00")
            found = datetime.fromisoformat(written)
        except ValueError:
            return date
        return found.astimezone(self.zone).isoformat() if self.zone and found.tzinfo else date


def pattern_of(permalink):
    """Returns the pattern of the URLs of posts. None if it was not read."""
    if permalink is None:
        return None
    pattern = re.sub(r":output_ext$", ".html", STYLES.get(permalink, str(permalink)))
    return pattern if pattern.endswith((".html", "/")) else f"{pattern}/"


def zone(name):
    try:
        return ZoneInfo(name) if name else None
    except (ZoneInfoNotFoundError, ValueError):
        return None


def categories(front):
    """Returns the categories of a post, which are also those of the folders around `_posts`."""
    parts = front.page.parts
    found = list(parts[: parts.index("_posts")]) if "_posts" in parts else []
    if "categories" in front.terms:
        found += map(str, as_list(front.value(front.terms["categories"])))
    return list(dict.fromkeys(it.lower() for it in found if it))


def url(pattern, names, date, slug):
    """Returns the URL path of a post, or none if the pattern has a name that is not known here."""
    year, month, day = date.groups()
    title = re.sub(SIGNS, "-", slug).strip("-")
    values = {"categories": "/".join(names), "title": title, "slug": slug.lower(), "year": year, "month": month, "day": day}
    values["slugified_categories"] = "/".join(re.sub(r"[\W_]+", "-", it).strip("-") for it in names)
    values |= {"i_month": str(int(month)), "i_day": str(int(day)), "short_year": year[2:]}
    used = re.findall(r":([a-z_]+)", pattern)
    if not set(used) <= values.keys():
        return None
    return re.sub(r"/+", "/", "/" + re.sub(r":([a-z_]+)", lambda it: values[it[1]], pattern))
