# The program for workers and servers: `docker build -t ludogen .`, then
#   docker run ludogen worker nats://broker:4222
#   docker run -p 4173:4173 -v populations:/populations ludogen serve --host 0.0.0.0 --token A-LONG-SECRET /populations/night.db
# COMMIT is shown by --version: `--build-arg COMMIT=$(git rev-parse HEAD)`.
FROM rust:1.95-bookworm AS build
ARG COMMIT=
ENV LUDOGEN_COMMIT=$COMMIT
WORKDIR /ludogen
COPY . .
# The engine of pages goes into the program, which finds neither sources nor cargo where it runs.
RUN rustup target add wasm32-unknown-unknown \
    && cargo rustc --locked --lib --crate-type cdylib --profile page --no-default-features --features core --target wasm32-unknown-unknown \
    && LUDOGEN_ENGINE=/ludogen/target/wasm32-unknown-unknown/page/ludogen.wasm cargo build --release --locked --features carried --bin ludogen

FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates && rm -rf /var/lib/apt/lists/* \
    && useradd --create-home ludogen && mkdir /populations && chown ludogen /populations
COPY --from=build /ludogen/target/release/ludogen /usr/local/bin/ludogen
USER ludogen
WORKDIR /populations
ENTRYPOINT ["ludogen"]
CMD ["--help"]
