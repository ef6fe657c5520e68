"""Deterministic schemas and values of any length."""

from __future__ import annotations

import json

# Fields have as many annotations, and are as deep, as `benchmarks.density` counts in published schemas. These
# are older than validations; here, a third of the fields have a rule or an example.
_BLOCK = """\
#@schema/desc "Settings of component {i}, which does one thing and does it well."
component_{i}:
  #@schema/desc "How many pods to run."
  #@schema/validation min=0, max=99
  replicas: {digit}
  #@schema/desc "The image, with its tag."
  image: registry.local/team/app-{i}:1.{i}
  #@schema/desc "The host name that clients use. If null, there is none."
  #@schema/nullable
  #@schema/examples ("A shop", "shop.example.com")
  host: ""
  #@schema/desc "How much the component writes to its log."
  #@schema/validation one_of=["debug", "info", "warning", "error"]
  logLevel: info
  #@schema/desc "How clients reach the component."
  service:
    #@schema/desc "The kind of the service in the cluster."
    #@schema/validation one_of=["ClusterIP", "NodePort", "LoadBalancer"]
    type: ClusterIP
    #@schema/desc "The port that clients connect to."
    #@schema/validation min=1, max=65535
    #@schema/examples ("Behind a proxy", 8443)
    port: 8080
    #@schema/desc "A fixed address. If null, the cluster chooses one."
    #@schema/nullable
    address: ""
    #@schema/type any=True
    annotations: {{}}
  resources:
    #@schema/desc "What the scheduler reserves for each pod."
    requests:
      #@schema/desc "Processor time."
      cpu: 500m
      #@schema/desc "Memory."
      memory: 256Mi
    #@schema/desc "How much memory a pod may take. If null, there is no limit."
    #@schema/nullable
    limit: ""
  #@schema/desc "Further ports."
  ports:
  - name: http
    #@schema/desc "The number of the port."
    #@schema/validation min=1
    port: 8080
#@schema/desc "Where component {i} keeps its data. If null, it keeps none."
#@schema/nullable
storage_{i}:
  #@schema/desc "The class of the volumes."{rare}
  class: standard
"""
_RARE = """
  #@schema/validation ("one word", lambda v: " " not in v)
  #@schema/deprecated "The cluster has a default class.\""""


def schema(lines: int) -> str:
    """Return a schema of about LINES lines, in complete components."""
    components = max(1, round((lines - 2) / (_BLOCK.count("\n") + _RARE.count("\n") / 4)))
    blocks = (_BLOCK.format(i=i, digit=i % 10, rare=_RARE if i % 4 == 3 else "") for i in range(components))
    return "#@data/values-schema\n---\n" + "".join(blocks)


_VALUES = """\
# -- Settings of component {i}, which does one thing and does it well.
component_{i}:
  # -- How many pods to run.
  # @section -- Scaling
  replicas: {digit}
  # -- The image, with its tag.
  image: registry.local/team/app-{i}:1.{i}
  # -- (string) The host name that clients use.
  host:
  # -- How clients reach the component.
  service:
    # -- The kind of the service in the cluster.
    type: ClusterIP
    # -- The port that clients connect to.
    port: 8080
    annotations: {{}}
  resources:
    # -- What the scheduler reserves for each pod.
    requests:
      cpu: 500m
      memory: 256Mi
  # -- Further ports.
  ports: []
"""


def chart(lines: int) -> dict[str, str]:
    """Return the files of a chart, whose values file has about LINES lines and comments for helm-docs."""
    components = max(1, round(lines / _VALUES.count("\n")))
    values_file = "".join(_VALUES.format(i=i, digit=i % 10) for i in range(components))
    return {"Chart.yaml": "apiVersion: v2\nname: shop\nversion: 1.0.0\n", "values.yaml": values_file}


def json_schema(lines: int) -> str:
    """Return a JSON Schema of about LINES lines, which refers to definitions."""
    port = {"type": "integer", "minimum": 1, "maximum": 65535}
    component = {
        "description": "Settings of a component, which does one thing and does it well.",
        "type": "object",
        "additionalProperties": False,
        "required": ["image"],
        "properties": {
            "replicas": {
                "description": "How many pods to run.",
                "type": "integer",
                "default": 3,
                "minimum": 0,
            },
            "image": {"description": "The image, with its tag.", "type": "string", "minLength": 1},
            "host": {"description": "The host name that clients use.", "type": ["string", "null"]},
            "kind": {"type": "string", "enum": ["ClusterIP", "NodePort", "LoadBalancer"]},
            "port": {"$ref": "#/$defs/port"},
        },
    }
    count = max(1, round(lines / json.dumps(component, indent=2).count("\n")))
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {f"component_{i}": component for i in range(count)},
        "$defs": {"port": port},
    }
    return json.dumps(schema, indent=2)


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
