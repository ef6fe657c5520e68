"""The codes of all findings about a plain values file."""

from __future__ import annotations

from yschema_engine.compiled import documents as instances
from yschema_engine.merge.chart_values import MAP_FOR_VALUE, VALUE_FOR_MAP, VALUES_NOT_A_MAP
from yschema_engine.merge.overlay import WRONG_KIND
from yschema_engine.read.helm.findings import MISSPELT_KEY
from yschema_engine.schema.keys import REMOVED_FIELD_SET, TYPE_MISMATCH, UNKNOWN_KEY
from yschema_engine.schema.rule_check import KEY_COUNT, RULE_BROKEN
from yschema_engine.text.findings import Code
from yschema_engine.values import findings as values
from yschema_engine.yaml import scalars
from yschema_engine.yaml.plain_values import REPEATED_KEY

PLAIN_CODES: tuple[Code, ...] = (
    *(scalars.NOT_YAML, scalars.NESTED_YAML, scalars.COLLECTION_AS_KEY, scalars.MERGE_OF_NO_MAP),
    *(scalars.HALF_CHARACTER, scalars.UNKNOWN_ALIAS, scalars.LARGE_ALIASES, scalars.NOT_BASE64),
    *(scalars.WRONG_TAG, scalars.QUESTION_MARK, scalars.YAML_VERSION),
    *(values.CODE_IN_PLAIN_FILE, REPEATED_KEY, values.DEPRECATED_FIELD_SET),
    *(WRONG_KIND, TYPE_MISMATCH, UNKNOWN_KEY, REMOVED_FIELD_SET, RULE_BROKEN, KEY_COUNT),
)
INSTANCE_CODES: tuple[Code, ...] = (
    *(instances.INVALID_INSTANCE, instances.MISSING_KEY, instances.UNKNOWN_KEY, instances.INVALID_KEY),
    *(instances.INVALID_FORMAT, instances.NESTED, MISSPELT_KEY, values.NO_SUCH_RESOURCE),
    *(values.UNKNOWN_KIND, values.UNKNOWN_RESOURCE_VERSION, values.DEPRECATED_VERSION),
    *(values.UNSERVED_VERSION, MAP_FOR_VALUE, VALUE_FOR_MAP, VALUES_NOT_A_MAP),
)
"""The codes of schema languages that have their own check."""
