"""The codes of all findings about a plain values file."""

from __future__ import annotations

from yschema_engine.compiled import documents as json_schema
from yschema_engine.merge.charts import MAP_FOR_VALUE, VALUE_FOR_MAP, VALUES_NOT_A_MAP
from yschema_engine.merge.overlay import WRONG_KIND
from yschema_engine.read.helm.findings import MISSPELT_KEY
from yschema_engine.schema.keys import REMOVED_FIELD_SET, TYPE_MISMATCH, UNKNOWN_KEY
from yschema_engine.schema.rule_check import KEY_COUNT, RULE_BROKEN
from yschema_engine.text.findings import Code
from yschema_engine.values.findings import (
    CODE_IN_PLAIN_FILE,
    DEPRECATED_FIELD_SET,
    DEPRECATED_VERSION,
    NO_SUCH_RESOURCE,
    UNKNOWN_KIND,
    UNKNOWN_RESOURCE_VERSION,
    UNSERVED_VERSION,
)
from yschema_engine.yaml.plain_values import REPEATED_KEY
from yschema_engine.yaml.scalars import (
    COLLECTION_AS_KEY,
    HALF_CHARACTER,
    LARGE_ALIASES,
    MERGE_OF_NO_MAP,
    NESTED_YAML,
    NOT_BASE64,
    NOT_YAML,
    QUESTION_MARK,
    UNKNOWN_ALIAS,
    WRONG_TAG,
    YAML_VERSION,
)

PLAIN_CODES: tuple[Code, ...] = (
    *(NOT_YAML, NESTED_YAML, COLLECTION_AS_KEY, MERGE_OF_NO_MAP, HALF_CHARACTER),
    *(UNKNOWN_ALIAS, LARGE_ALIASES, NOT_BASE64, WRONG_TAG, QUESTION_MARK),
    *(YAML_VERSION, CODE_IN_PLAIN_FILE, REPEATED_KEY, DEPRECATED_FIELD_SET),
    *(WRONG_KIND, TYPE_MISMATCH, UNKNOWN_KEY, REMOVED_FIELD_SET),
    *(RULE_BROKEN, KEY_COUNT),
)
INSTANCE_CODES: tuple[Code, ...] = (
    *(
        json_schema.INVALID_INSTANCE,
        json_schema.MISSING_KEY,
        json_schema.UNKNOWN_KEY,
        json_schema.INVALID_KEY,
    ),
    *(json_schema.INVALID_FORMAT, json_schema.NESTED, MISSPELT_KEY, NO_SUCH_RESOURCE),
    *(UNKNOWN_KIND, UNKNOWN_RESOURCE_VERSION, DEPRECATED_VERSION, UNSERVED_VERSION),
    *(MAP_FOR_VALUE, VALUE_FOR_MAP, VALUES_NOT_A_MAP),
)
"""The codes of schema languages that have their own check."""
