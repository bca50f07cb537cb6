"""Hugo's options `build` and `cascade`, which decide whether a page and the pages below it are rendered."""

from entries import Unreadable
from values import set_below

NEVER = ("never", False)
ALWAYS = ("always", True)
OPTIONS = ("build", "_build", "target", "_target")


class Rendering:
    def __init__(self):
        self.build, self.cascade = {}, []

    def add(self, option, below, value):
        """Adds an option, or a value below it that a dotted key of TOML has."""
        if below and option == "build":
            set_below(self.build, below, value)
        elif below:
            # The dotted keys of TOML are one table.
            self.cascade = self.cascade or [{}]
            set_below(self.cascade[-1], below, value)
        elif option == "cascade":
            self.cascade += value if isinstance(value, list) else [value] if value else []
        elif isinstance(value or {}, dict):
            self.build.update(value or {})
        else:
            raise Unreadable("`build` is no table")

    def add_table(self, option, table, values):
        """Adds a table of TOML with a header."""
        if option == "cascade" and (len(table.path) == 1 and table.is_array or not self.cascade):
            self.cascade.append({})
        for path, value in values:
            set_below(self.build if option == "build" else self.cascade[-1], (*table.path[1:], *path), value)

    def is_headless(self):
        """Returns whether the page is not rendered, or none if it has no option about that."""
        own = self.build.get("render")
        if own in NEVER or own is None and self.has_headless_pages():
            return True
        return False if own in ALWAYS else None

    def has_headless_pages(self):
        """Returns whether all pages below the page are not rendered."""
        return any(render(it) in NEVER and is_for_all(it) for it in self.rules())

    def rules(self):
        if not all(isinstance(it, dict) and isinstance(build(it), dict) for it in self.cascade):
            raise Unreadable("`cascade` is no table")
        return self.cascade

    def rest(self):
        """Returns what `headless` does not say."""
        rest = {}
        others = {key: it for key, it in self.build.items() if not is_usual(it)}
        if others and self.build.get("render") not in NEVER:
            rest["build"] = others
        rules = [it for it in map(rest_of_rule, self.rules()) if it]
        if rules:
            rest["cascade"] = rules[0] if len(rules) == 1 else rules
        return rest


def build(rule):
    return rule.get("build", rule.get("_build")) or {}


def render(rule):
    return build(rule).get("render")


def is_usual(value):
    return value in ALWAYS or value is None


def is_for_all(rule):
    target = rule.get("target", rule.get("_target"))
    return not target or target in ({"path": "**"}, {"path": "/**"}, {"path": "{/**}"})


def rest_of_rule(rule):
    """Returns a rule of `cascade` without what `headless` says."""
    is_done = render(rule) in NEVER or not rule.keys() - set(OPTIONS) and all(map(is_usual, build(rule).values()))
    if is_done and is_for_all(rule):
        return {key: it for key, it in rule.items() if key not in OPTIONS}
    return rule
