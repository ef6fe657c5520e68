"""Schemas of any length, the same every time."""

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
    """A schema of about so many lines, in whole components."""
    components = max(1, round((lines - 2) / _BLOCK.count("\n")))
    blocks = (_BLOCK.format(i=i, digit=i % 10) for i in range(components))
    return "#@data/values-schema\n---\n" + "".join(blocks)


def ruled(rules: int) -> str:
    """A schema with so many custom rules, each a function of its own, and as many examples to try them on."""
    blocks = (
        f'#@schema/validation ("more than {i % 7}", lambda v: v > {i % 7}), max=1000\n'
        f'#@schema/examples ("One more", {i % 7 + 1})\n'
        f"value_{i}: 10\n"
        for i in range(rules)
    )
    return "#@data/values-schema\n---\n" + "".join(blocks)


def values(items: int) -> str:
    """Data values for `schema`, with so many items in an array of maps."""
    entries = "".join(f"  - name: port-{i}\n    port: {8000 + i % 1000}\n" for i in range(items))
    return f"component_1:\n  replicas: 3\n  ports:\n{entries}"
