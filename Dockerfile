FROM python:3.13-slim-bookworm@sha256:01f42367a0a94ad4bc17111776fd66e3500c1d87c15bbd6055b7371d39c124fb AS built
COPY requirements.txt /tmp/
RUN python -m venv /venv \
 && /venv/bin/pip install --no-cache-dir --require-hashes --only-binary :all: -r /tmp/requirements.txt

FROM built AS compiled
RUN apt-get update && apt-get install --yes --no-install-recommends gcc libc6-dev
COPY requirements-dev.txt /tmp/
RUN /venv/bin/pip install --no-cache-dir --require-hashes --only-binary :all: -r /tmp/requirements-dev.txt
WORKDIR /house
COPY engines engines
COPY tools tools
RUN /venv/bin/python -m tools.compile_engines

FROM python:3.13-slim-bookworm@sha256:01f42367a0a94ad4bc17111776fd66e3500c1d87c15bbd6055b7371d39c124fb
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 \
    DJANGO_SETTINGS_MODULE=config.settings.production JINYA_BIND=0.0.0.0
RUN useradd --uid 10001 --no-create-home jinya
COPY --from=built /venv /venv
WORKDIR /house
COPY . .
COPY --from=compiled /house/compiled compiled
# the values open nothing; gathering files needs settings that start
RUN env $(grep -v '^#' .ci/dummy.env | xargs) bin/jinya static && rm -r .ci
USER jinya
EXPOSE 8000
CMD ["bin/jinya", "web"]
