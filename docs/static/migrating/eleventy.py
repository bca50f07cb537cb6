"""Text of Eleventy, whose Markdown runs through Liquid."""

import gatsby
import liquid


class Rules(gatsby.Rules):
    def text(self, text, page):
        return super().text(text, page) if page.suffix == ".mdx" else liquid.without_raw(text, page)
