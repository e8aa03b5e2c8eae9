/** Shell commands that connect a device, complete with address, id and secret. */
export const CONNECT_WAYS = ['tcp', 'mqtt', 'http', 'websocket'] as const
export type ConnectWay = (typeof CONNECT_WAYS)[number]

interface Given {
  id: string
  secret: string
  /** Origin of the console in the browser: `https://fleet.example`. */
  origin: string
  mqtt: { host: string; port: number; isSecure: boolean }
}

export function connectLines(way: ConnectWay, { id, secret, origin, mqtt }: Given): string {
  const tls = mqtt.isSecure ? ' --capath /etc/ssl/certs' : ''
  const publish = `mosquitto_pub -h ${mqtt.host} -p ${mqtt.port}${tls} -V mqttv311 -i ${id} -u ${id} -P ${secret} -q 1`
  if (way === 'tcp') return `nc 192.168.1.10 10110 | ${publish} -t taffrail/${id}/nmea0183 -l`
  if (way === 'mqtt')
    return `${publish} -t taffrail/${id}/readings \\\n  -m '{"samples":[{"t":"'$(date -u +%FT%TZ)'","key":"sog","value":4.2}]}'`
  if (way === 'http')
    return `curl -u ${id}:${secret} -H 'content-type: application/json' \\\n  -d '{"samples":[{"t":"'$(date -u +%FT%TZ)'","key":"sog","value":4.2}]}' \\\n  ${origin}/gateway/batches`
  return `websocat ${origin.replace(/^http/, 'ws')}/gateway/signalk?token=${id}.${secret}`
}
