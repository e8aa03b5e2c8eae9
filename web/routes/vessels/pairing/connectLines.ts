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
  const delta = `'{"updates":[{"timestamp":"'$(date -u +%FT%TZ)'","values":[{"path":"navigation.speedOverGround","value":4.2}]}]}'`
  const readings = `'{"samples":[{"t":"'$(date -u +%FT%TZ)'","key":"sog","value":4.2}]}'`
  switch (way) {
    case 'mqtt':
      return `mosquitto_pub -V mqttv311 -h ${mqtt.host} -p ${mqtt.port}${tls} \\\n  -i ${id} -u ${id} -P ${secret} -q 1 -t taffrail/${id}/readings \\\n  -m ${readings}`
    case 'http':
      return `curl -u ${id}:${secret} -H 'content-type: application/json' \\\n  -d ${readings} \\\n  ${origin}/gateway/batches`
    case 'websocket':
      return `npx --yes wscat --wait 5 --connect '${origin.replace(/^http/, 'ws')}/gateway/signalk?token=${id}.${secret}' \\\n  --execute ${delta}`
  }
}

export const installPlugin = (origin: string) =>
  `npm install --prefix ~/.signalk ${origin}/aboard/signalk-taffrail.tgz`

export const installProgram = (origin: string) =>
  `sudo npm install --global ${origin}/aboard/taffrail-aboard.tgz`

/** Addresses as words of a shell; the signs of an address such as `?ais=1&token=…` would mean something else to it. */
const quoted = (sources: string) =>
  sources
    .split(/\s+/)
    .map((one) => (/^[\w@%+=:,./-]+$/.test(one) ? one : `'${one.replaceAll("'", `'\\''`)}'`))
    .join(' ')

/**
 * Writes a unit for the system, and starts it now and after each start of the computer. A program that runs already starts
 * again with the new unit.
 */
export const runProgram = (origin: string, sources: string) =>
  `taffrail-aboard --server ${origin} ${quoted(sources)} --print-unit | sudo tee /etc/systemd/system/taffrail-aboard.service
sudo systemctl enable taffrail-aboard
sudo systemctl restart taffrail-aboard`

export const showCode = () => 'sudo journalctl --unit taffrail-aboard --follow'

/** Tries the sources, a serial port at every speed, and lists what else sends on the boat's network. */
export const probe = (sources: string) =>
  `taffrail-aboard --probe ${quoted(sources.replaceAll(/serial:\/\/(\/[^\s?]+)\S*/g, '$1'))}`
