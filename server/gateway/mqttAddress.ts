const USUAL_PORTS = { plain: 1883, secure: 8883 }

export interface MqttAddress {
  /** Null for the host of the console. */
  host: string | null
  /** Null in a process that devices cannot reach. */
  port: number | null
  isSecure: boolean
}

/**
 * MQTT address for devices: the load balancer in front of the gateways where `publicUrl` names one, as in
 * `mqtts://boats.example.com` → port 8883; otherwise the broker of this process.
 */
export function mqttAddress(
  publicUrl: string | undefined,
  broker: { port: number; securePort: number | null } | null,
): MqttAddress {
  if (publicUrl === undefined) {
    const securePort = broker?.securePort ?? null
    return { host: null, port: securePort ?? broker?.port ?? null, isSecure: securePort !== null }
  }
  const { hostname, port, protocol } = new URL(publicUrl)
  const isSecure = protocol === 'mqtts:'
  return { host: hostname, port: Number(port) || USUAL_PORTS[isSecure ? 'secure' : 'plain'], isSecure }
}
