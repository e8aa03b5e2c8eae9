const USUAL_PORTS = { plain: 1883, secure: 8883 }

/** Host and port of an MQTT address: `mqtts://boats.example.com` → port 8883. */
export function publicMqtt(url: string): { host: string; port: number; isSecure: boolean } {
  const { hostname, port, protocol } = new URL(url)
  const isSecure = protocol === 'mqtts:'
  return { host: hostname, port: Number(port) || USUAL_PORTS[isSecure ? 'secure' : 'plain'], isSecure }
}
