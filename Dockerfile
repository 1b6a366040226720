ARG PYTHON_IMAGE=python:3.13-slim-bookworm@sha256:01f42367a0a94ad4bc17111776fd66e3500c1d87c15bbd6055b7371d39c124fb

FROM ${PYTHON_IMAGE} AS built
COPY requirements.txt /tmp/
RUN python3 -m venv /venv \
 && /venv/bin/pip install --no-cache-dir --require-hashes --only-binary :all: -r /tmp/requirements.txt

FROM built AS compiled
RUN apt-get update && apt-get install --yes --no-install-recommends gcc libc6-dev
COPY requirements-dev.txt /tmp/
RUN /venv/bin/pip install --no-cache-dir --require-hashes --only-binary :all: -r /tmp/requirements-dev.txt
WORKDIR /house
COPY engines engines
COPY tools tools
RUN /venv/bin/python -m tools.compile_engines
COPY config/version.py config/
COPY requirements.txt ./
RUN /venv/bin/python -m tools.sbom requirements.txt > sbom.cdx.json

FROM ${PYTHON_IMAGE}
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 \
    DJANGO_SETTINGS_MODULE=config.settings.production JINYA_BIND=0.0.0.0
RUN useradd --uid 10001 --no-create-home jinya
COPY --from=built /venv /venv
WORKDIR /house
COPY . .
COPY --from=compiled /house/compiled compiled
COPY --from=compiled /house/sbom.cdx.json .
# the values open nothing; gathering files needs settings that start
RUN env $(grep -v '^#' .ci/dummy.env | xargs) bin/jinya static && rm -r .ci
# what is told of it: a version has to be that of the code
ARG VERSION= REVISION= SOURCE=
RUN test -z "$VERSION" || grep -qxF "VERSION = \"$VERSION\"" config/version.py
LABEL org.opencontainers.image.title="Jinya" \
      org.opencontainers.image.version="$VERSION" \
      org.opencontainers.image.revision="$REVISION" \
      org.opencontainers.image.source="$SOURCE" \
      org.opencontainers.image.licenses="AGPL-3.0-or-later"
USER 10001
EXPOSE 8000
HEALTHCHECK --interval=10s --start-period=2m CMD ["bin/jinya", "ready"]
CMD ["bin/jinya", "web"]
