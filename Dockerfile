# The command line, without MkDocs:
#   docker run --rm --volume "$PWD:/work" ghcr.io/mkdocs-yschema/yschema -f schemas/
FROM python:3.13-slim AS build
COPY . /source
RUN pip wheel --no-cache-dir --require-hashes --wheel-dir /wheels --requirement /source/requirements/engine.txt \
    && pip install --no-cache-dir --no-index --find-links /wheels hatchling polib \
    && pip wheel --no-cache-dir --no-deps --no-build-isolation --wheel-dir /wheels /source/engine

FROM python:3.13-slim
# `yschema compare` reads revisions with git; mounted repositories belong to another user.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends git \
    && rm -rf /var/lib/apt/lists/* \
    && git config --system --add safe.directory '*' \
    && useradd --create-home --uid 1000 yschema
# hadolint ignore=DL3013
RUN --mount=type=bind,from=build,source=/wheels,target=/wheels \
    pip install --no-cache-dir --no-index --find-links /wheels yschema
USER 1000
WORKDIR /work
ENTRYPOINT ["yschema"]
