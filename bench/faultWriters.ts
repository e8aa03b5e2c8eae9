/**
 * Devices that write values which any reader can compute again, through servers that die, and record what was
 * acknowledged.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { MqttClient } from 'mqtt'
import WebSocket from 'ws'
import type { MotionBlock, ScalarReading } from '#contract/domain/reading.ts'
import { SECOND_US } from '#contract/domain/time.ts'
import { encodeImuFrame } from '#protocols/imuFrame.ts'
import { encodeReadings } from '#protocols/readingsJson.ts'
import { encodeSignalk } from '#protocols/signalk/encodeSignalk.ts'
import { hash } from '#simulator/random.ts'
import { IMU_INTERVAL_US } from './benchFleet.ts'
import { type Boat, connectBoat, publish } from './mqttDevice.ts'

export const START_US = Date.UTC(2026, 5, 1) * 1000
/** Samples of one message. */
export const SAMPLES = { motion: 500, readings: 60, signalk: 1 } as const
export type Way = 'MQTT motion' | 'MQTT readings' | 'HTTP' | 'Signal K'
const RETRY_MS = 100
const MOST_UNACKNOWLEDGED = 40

/** The stored integer of sample `index`: thousandths of g for motion, hundredths of m/s for SOG. */
export const storedValue = (boat: Boat, index: number) => hash(boat.vesselNumber, index) % 2000

export function motionMessage(boat: Boat, number: number): Uint8Array {
  const column = (axis: number) =>
    Int16Array.from(
      { length: SAMPLES.motion },
      (_, i) => storedValue(boat, number * SAMPLES.motion + i) + axis,
    )
  const block: MotionBlock = {
    sensor: 1,
    startUs: START_US + number * SAMPLES.motion * IMU_INTERVAL_US,
    intervalUs: IMU_INTERVAL_US,
    forceX: column(0),
    forceY: column(1),
    forceZ: column(2),
    roll: column(3),
    pitch: column(4),
    yaw: column(5),
  }
  return encodeImuFrame([block])
}

const sogAt = (boat: Boat, index: number): ScalarReading => ({
  timeUs: START_US + index * SECOND_US,
  key: 'sog',
  instance: 0,
  value: storedValue(boat, index) / 100,
})

export function readingsMessage(boat: Boat, number: number): Uint8Array {
  const scalars = Array.from({ length: SAMPLES.readings }, (_, i) =>
    sogAt(boat, number * SAMPLES.readings + i),
  )
  return encodeReadings({ scalars })
}

export interface Writer {
  boat: Boat
  way: Way
  samplesAMessage: number
  /** Number of acknowledged messages, counted from the first on: each writer waits for its turn. */
  acknowledged: number
  /** Sends until stopped; resolves when every message is acknowledged. */
  write(signal: AbortSignal): Promise<void>
}

export function faultWriters(boats: readonly Boat[], server: { mqttPort: number; url: string }): Writer[] {
  const ways: readonly Way[] = ['MQTT motion', 'MQTT readings', 'HTTP', 'Signal K']
  return boats.map((boat, i) => {
    const way = ways[i % ways.length] ?? 'HTTP'
    const writer: Writer = {
      boat,
      way,
      samplesAMessage:
        way === 'MQTT motion' ? SAMPLES.motion : way === 'Signal K' ? SAMPLES.signalk : SAMPLES.readings,
      acknowledged: 0,
      write: (signal) =>
        way === 'Signal K'
          ? writeDeltas(writer, server.url, signal)
          : way === 'HTTP'
            ? writeBatches(writer, server.url, signal)
            : writeMessages(writer, server.mqttPort, signal),
    }
    return writer
  })
}

async function writeMessages(writer: Writer, mqttPort: number, signal: AbortSignal) {
  const { boat, way } = writer
  const client: MqttClient = await connectBoat(boat, mqttPort)
  client.on('error', () => undefined)
  while (!signal.aborted) {
    // Sends a few messages at once, as a device does that catches up.
    const numbers = [0, 1, 2, 3].map((i) => writer.acknowledged + i)
    await Promise.all(
      numbers.map((number) =>
        way === 'MQTT motion'
          ? publish(client, boat, 'imu', motionMessage(boat, number))
          : publish(client, boat, 'readings', readingsMessage(boat, number)),
      ),
    )
    writer.acknowledged += numbers.length
  }
  await client.endAsync(true)
}

async function writeBatches(writer: Writer, url: string, signal: AbortSignal) {
  while (!signal.aborted) {
    if (await post(url, writer.boat, readingsMessage(writer.boat, writer.acknowledged))) writer.acknowledged++
    else await sleep(RETRY_MS)
  }
}

/** True when the server answered that it has stored everything. */
export async function post(url: string, boat: Boat, message: Uint8Array): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/gateway/batches`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${boat.id}.${boat.secret}`,
        'content-type': 'application/json',
        'content-encoding': 'gzip',
      },
      body: new Uint8Array(gzipSync(message)),
    })
    await answer.arrayBuffer()
    return answer.ok
  } catch {
    return false
  }
}

async function writeDeltas(writer: Writer, url: string, signal: AbortSignal) {
  while (!signal.aborted) {
    await oneSocket(writer, url, signal)
    await sleep(RETRY_MS)
  }
}

/** One connection: the acknowledgement counts its messages, so the number of earlier ones is added. */
function oneSocket(writer: Writer, url: string, signal: AbortSignal): Promise<void> {
  const { boat, acknowledged: before } = writer
  const socket = new WebSocket(`${url.replace('http', 'ws')}/gateway/signalk`, {
    headers: { authorization: `Bearer ${boat.id}.${boat.secret}` },
  })
  let sent = 0
  const send = () => {
    if (signal.aborted && before + sent === writer.acknowledged) return socket.close()
    while (!signal.aborted && before + sent - writer.acknowledged < MOST_UNACKNOWLEDGED) {
      socket.send(encodeSignalk({ scalars: [sogAt(boat, before + sent++)] }), { binary: false })
    }
  }
  socket.on('open', send)
  socket.on('message', (data) => {
    const { ack } = JSON.parse(data.toString()) as { ack?: number }
    if (ack !== undefined) writer.acknowledged = before + ack
    send()
  })
  socket.on('error', () => undefined)
  return new Promise((resolve) => socket.once('close', () => resolve()))
}
