"""Deterministic schemas and values of any length."""

from __future__ import annotations

_BLOCK = """\
#@schema/title "Component {i}"
#@schema/desc "Settings of component {i}, which does one thing and does it well."
component_{i}:
  #@schema/desc "How many replicas to run."
  replicas: {digit}
  #@schema/desc "The image, with its tag."
  image: registry.local/team/app-{i}:1.{i}
  #@schema/nullable
  #@schema/desc "The host name; unset by default."
  host: ""
  #@schema/examples ("Two zones", ["a", "b"])
  #@schema/default ["a"]
  zones:
  - ""
  resources:
    cpu: "500m"
    memory: 256Mi
    #@schema/type any=True
    limits: {{}}
  ports:
  - name: http
    #@schema/desc "The port number."
    port: 8080
    tls: false
"""


def schema(lines: int) -> str:
    """Return a schema of about LINES lines, in complete components."""
    components = max(1, round((lines - 2) / _BLOCK.count("\n")))
    blocks = (_BLOCK.format(i=i, digit=i % 10) for i in range(components))
    return "#@data/values-schema\n---\n" + "".join(blocks)


def ruled(rules: int) -> str:
    """Return a schema with a number of custom rules, each a different function, and an example for each."""
    blocks = (
        f'#@schema/validation ("more than {i % 7}", lambda v: v > {i % 7}), max=1000\n'
        f'#@schema/examples ("One more", {i % 7 + 1})\n'
        f"value_{i}: 10\n"
        for i in range(rules)
    )
    return "#@data/values-schema\n---\n" + "".join(blocks)


def values(items: int) -> str:
    """Return data values for `schema` with a number of items in an array of maps."""
    entries = "".join(f"  - name: port-{i}\n    port: {8000 + i % 1000}\n" for i in range(items))
    return f"component_1:\n  replicas: 3\n  ports:\n{entries}"
