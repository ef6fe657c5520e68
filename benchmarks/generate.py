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
