"""Reads the values of front matter, and writes values as YAML and TOML."""

import json
import re

from entries import YAML_KEY, Unreadable, end_of_value, flow_entries, indentation, items, unquoted, without_comments, yaml_entries


def scalar(text):
    """Returns the value of a word without quotes. A date is a text."""
    if text in ("", "~", "null", "Null", "NULL"):
        return None
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    if re.fullmatch(r"[-+]?(0|[1-9]\d*)", text):
        return int(text)
    return float(text) if re.fullmatch(r"[-+]?\d+\.\d+", text) else text


def read_flow(text, is_toml):
    """Returns the value of a quote, a list in brackets, a table in braces or a word."""
    text = without_comments(text, is_toml)
    if text[:1] in ("'", '"', "[", "{") and end_of_value(text, 0, is_toml) != len(text):
        raise Unreadable(f"`{text}` has text after its end")
    if text[:1] in ("'", '"'):
        return unquoted(text)
    if text[:1] == "[":
        return [read_flow(it, is_toml) for it in items(text, is_toml)]
    if text[:1] == "{":
        return tree([(it.path, read_flow(it.source, is_toml)) for it in flow_entries(text, is_toml)])
    if not is_toml and text[:1] in ("&", "*", "!"):
        raise Unreadable(f"`{text}` has an anchor or a type")
    return scalar(text)


def tree(values):
    """Returns a table of the values of dotted keys."""
    output = {}
    for path, value in values:
        set_below(output, path, value)
    return output


def set_below(table, path, value):
    """Sets the value of a dotted key. In a list of tables, it belongs to the last one."""
    for name in path[:-1]:
        table = table.setdefault(name, {})
        if isinstance(table, list):
            table = table[-1]
        if not isinstance(table, dict):
            raise Unreadable(f"`{name}` has two values")
    table[path[-1]] = value


def read_yaml(source):
    """Returns the value of an entry of YAML."""
    first, *rest = source.split("\n")
    word = re.sub(r"(^|\s)#.*", "", first).strip()
    if first.strip()[:1] in ("'", '"', "[", "{"):
        return read_flow(source, False)
    if word[:1] in ("&", "*", "!"):
        raise Unreadable(f"`{word}` has an anchor or a type")
    if word[:1] in ("|", ">"):
        margin = min((indentation(it) for it in rest if it.strip()), default=0)
        return ("\n" if word[0] == "|" else " ").join(it[margin:] for it in rest).strip()
    rest = [it for it in rest if it.strip() and not it.lstrip().startswith("#")]
    if word or not rest:
        return scalar(" ".join([word, *(re.sub(r"\s#.*", "", it).strip() for it in rest)]).strip())
    if re.match(r"\s*-(\s|$)", rest[0]):
        return read_list(rest)
    return {it.path[0]: read_yaml(it.source) for it in yaml_entries("\n".join(rest))}


def read_list(lines):
    margin, found = indentation(lines[0]), []
    for line in lines:
        if re.match(rf" {{{margin}}}-(\s|$)", line):
            found.append([line[:margin] + " " + line[margin + 1 :]])
        elif indentation(line) > margin:
            found[-1].append(line)
        else:
            raise Unreadable(f"`{line.strip()}` is no item")
    output = []
    for item in found:
        text = "\n".join(item)
        if YAML_KEY.match(text.lstrip()) and not text.lstrip().startswith(("[", "{")):
            output.append({it.path[0]: read_yaml(it.source) for it in yaml_entries(text)})
        else:
            output.append(read_yaml("\n".join([item[0].strip(), *item[1:]])))
    return output


def text_literal(text):
    """Returns a text in quotes, which YAML and TOML read alike."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def toml_literal(value):
    """Returns a value on one line of TOML."""
    if isinstance(value, dict):
        pairs = (f"{toml_key((key,))} = {toml_literal(it)}" for key, it in value.items() if it is not None)
        return "{ " + ", ".join(pairs) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(toml_literal(it) for it in value) + "]"
    return text_literal(value) if isinstance(value, str) else str(value).lower()


def toml_key(path):
    return ".".join(it if re.fullmatch(r"[A-Za-z0-9_-]+", it) else text_literal(it) for it in path)


def yaml_key(name):
    is_word = re.fullmatch(r"[A-Za-z_][\w.-]*", name) and isinstance(scalar(name), str)
    return name if is_word else text_literal(name)
