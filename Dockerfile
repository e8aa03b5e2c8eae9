FROM node:24-bookworm-slim AS build
WORKDIR /opt/taffrail
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build && npm prune --omit=dev --ignore-scripts && rm -rf node_modules/node-linux-*

FROM node:24-bookworm-slim
WORKDIR /opt/taffrail
COPY --from=build /opt/taffrail ./
RUN install -d -o node -g node -m 700 /data
USER node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 MQTT_PORT=1883 DATA_DIR=/data
VOLUME /data
EXPOSE 3000 1883
HEALTHCHECK --interval=30s --timeout=10s --start-period=120s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["server/start.sh", "--no-demo"]
