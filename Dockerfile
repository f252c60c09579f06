# The command in an image, from a checkout and nothing else:
#   docker build -t flitwise . && docker run --rm -v "$PWD:/work" flitwise run FILE.yaml
# Stage `tools` is what scripts/setup installs; .devcontainer is made of it.
FROM debian:12 AS tools
COPY scripts/setup /usr/local/bin/flitwise-setup
RUN flitwise-setup --lint

FROM tools AS build
COPY . /flitwise
WORKDIR /flitwise
RUN make deb

FROM debian:12
COPY --from=build /flitwise/build/flitwise_*.deb /tmp/
RUN apt-get update \
 && apt-get install -y --no-install-recommends /tmp/flitwise_*.deb \
 && rm -rf /tmp/flitwise_*.deb /var/lib/apt/lists/*
WORKDIR /work
ENTRYPOINT ["flitwise"]
