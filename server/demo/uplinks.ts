import { gzipSync } from 'node:zlib'
import { connect } from 'mqtt'
import WebSocket from 'ws'
import type { Log } from '#server/platform/log.ts'
import type { Message } from '#simulator/encodeMessages.ts'

/** The connection of one simulated device to the gateway, like that of any real one. */
export interface Uplink {
  /** Sends messages; those that cannot be sent now wait, up to a limit. */
  send(messages: readonly Message[]): void
  close(): Promise<void>
}

interface Device {
  deviceId: string
  secret: string
}

const RETRY_MS = 3000
/** A device without a connection keeps this many messages. */
const MOST_KEPT = 600

/** MQTT 3.1.1, QoS 1: unacknowledged messages are sent again after a reconnect. */
export function mqttUplink(url: string, { deviceId, secret }: Device, log: Log): Uplink {
  const client = connect(url, {
    clientId: deviceId,
    username: deviceId,
    password: secret,
    protocolVersion: 4,
    clean: false,
    reconnectPeriod: RETRY_MS,
    // Else every number that a packet can have is kept as a buffer of its own, for eight megabytes.
    writeCache: false,
  })
  let waiting = 0
  client.on('error', (error) => log.warn('a demo boat lost its connection', { deviceId, error }))
  return {
    send(messages) {
      for (const { format, bytes } of messages) {
        if (waiting >= MOST_KEPT) return
        waiting++
        client.publish(`taffrail/${deviceId}/${format}`, Buffer.from(bytes), { qos: 1 }, () => waiting--)
      }
    },
    close: () => client.endAsync(true),
  }
}

/** Compressed batches over HTTP, a few seconds' worth at a time, as devices on costly links send them. */
export function httpUplink(url: string, { deviceId, secret }: Device, log: Log): Uplink {
  const kept: Message[] = []
  let sending = Promise.resolve()
  const abort = new AbortController()
  const post = async ({ format, bytes }: Message) => {
    const answer = await fetch(`${url}/gateway/batches?format=${format}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${deviceId}.${secret}`,
        'content-type': 'application/octet-stream',
        'content-encoding': 'gzip',
      },
      body: gzipSync(bytes),
      signal: abort.signal,
    })
    const text = await answer.text()
    if (answer.ok) return
    const reason = `the gateway answered ${answer.status} ${text.slice(0, 200)}`
    // The gateway will not accept the same invalid data later; all other failures are worth another try.
    if (![400, 413].includes(answer.status)) throw new Error(reason)
    log.warn('data of a demo boat was rejected', { deviceId, format, reason })
  }
  const flush = async () => {
    for (let first = kept[0]; first && !abort.signal.aborted; first = kept[0]) {
      await post(first)
      if (kept[0] === first) kept.shift()
    }
  }
  const timer = setInterval(() => {
    sending = sending.then(flush).catch((error) => {
      if (!abort.signal.aborted) log.warn('a demo boat could not send its batch', { deviceId, error })
    })
  }, RETRY_MS)
  return {
    send(messages) {
      kept.push(...messages)
      kept.splice(0, kept.length - MOST_KEPT)
    },
    async close() {
      clearInterval(timer)
      abort.abort()
      await sending
    },
  }
}

/** Signal K deltas over a WebSocket, one in each text message; motion samples, which Signal K cannot carry, go by HTTP. */
export function signalkUplink(url: string, device: Device, log: Log): Uplink {
  const http = httpUplink(url, device, log)
  const kept: string[] = []
  let closed = false
  let socket: WebSocket | null = null
  let retry: NodeJS.Timeout | null = null
  const open = () => {
    socket = new WebSocket(`${url.replace(/^http/, 'ws')}/gateway/signalk`, {
      headers: { authorization: `Bearer ${device.deviceId}.${device.secret}` },
    })
    socket.on('open', flush)
    socket.on('error', (error) => {
      if (!closed) log.warn('a demo boat lost its connection', { deviceId: device.deviceId, error })
    })
    socket.on('close', () => {
      if (!closed) retry = setTimeout(open, RETRY_MS)
    })
  }
  const flush = () => {
    if (socket?.readyState !== WebSocket.OPEN) return
    for (const line of kept.splice(0)) socket.send(line)
  }
  open()
  return {
    send(messages) {
      http.send(messages.filter(({ format }) => format !== 'signalk'))
      for (const { format, bytes } of messages) {
        if (format === 'signalk') kept.push(...Buffer.from(bytes).toString().trim().split('\n'))
      }
      kept.splice(0, kept.length - MOST_KEPT)
      flush()
    },
    async close() {
      closed = true
      if (retry) clearTimeout(retry)
      socket?.terminate()
      await http.close()
    },
  }
}
