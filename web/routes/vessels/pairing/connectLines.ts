import { fromAnywhere } from '../../../base.ts'

/** Shell commands that connect a boat, complete with addresses, id and secret. */
export const OWN_WAYS = ['mqtt', 'http', 'websocket'] as const
export type OwnWay = (typeof OWN_WAYS)[number]

interface Given {
  id: string
  secret: string
  origin: string
  mqtt: { host: string; port: number; isSecure: boolean }
}

/** One message in our own protocol. `mosquitto_pub` is told the version of MQTT that the broker speaks. */
export function ownLines(way: OwnWay, { id, secret, origin, mqtt }: Given): string {
  const tls = mqtt.isSecure ? ' --capath /etc/ssl/certs' : ''
  const readings = `'{"samples":[{"t":"'$(date -u +%FT%TZ)'","key":"sog","value":4.2}]}'`
  switch (way) {
    case 'mqtt':
      return `mosquitto_pub -V mqttv311 -h ${mqtt.host} -p ${mqtt.port}${tls} \\\n  -i ${id} -u ${id} -P ${secret} -q 1 -t taffrail/${id}/readings \\\n  -m ${readings}`
    case 'http':
      return `curl -u ${id}:${secret} -H 'content-type: application/json' \\\n  -d ${readings} \\\n  ${origin}/gateway/batches`
    case 'websocket':
      return `websocat ${origin.replace(/^http/, 'ws')}/gateway/signalk?token=${id}.${secret}`
  }
}

export const installPlugin = (origin: string) =>
  `npm install --prefix ~/.signalk ${origin}/aboard/signalk-taffrail.tgz`

export const installProgram = (origin: string) =>
  `sudo npm install --global ${origin}/aboard/taffrail-aboard.tgz`

/** Writes a unit for the system, and starts it now and after each start of the computer. */
export const runProgram = (origin: string, source: string) =>
  `taffrail-aboard --server ${origin} ${source} --print-unit | sudo tee /etc/systemd/system/taffrail-aboard.service
sudo systemctl enable --now taffrail-aboard`

export const showCode = () => 'journalctl --unit taffrail-aboard --follow'

/** Lists what sends on the boat's network. */
export const probe = () => 'taffrail-aboard --probe'

/** Address of the console in the browser, without a slash at its end: `https://fleet.example`. */
export const consoleOrigin = () => fromAnywhere('').replace(/\/$/, '')
