import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect as connectSocket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { connectAsync } from 'mqtt'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { inProcessBus } from '#server/platform/bus.ts'
import { systemClock } from '#server/platform/clock.ts'
import type { Records } from '#server/stores/relational/openRecords.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import { makeTestCertificate } from '#server/testing/testCertificate.ts'
import { testRecords } from '#server/testing/testStores.ts'
import { testTelemetry } from '#server/testing/testTelemetry.ts'
import { type Gateway, startGateway } from './startGateway.ts'

const HOUR_MS = 3_600_000

describe.skipIf(!existsSync('/usr/bin/openssl'))('the broker with a certificate', () => {
  let folder = ''
  let files: { cert: string; key: string }
  let records: Records
  let telemetry: Awaited<ReturnType<typeof testTelemetry>>
  let gateway: Gateway
  const warned: string[] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'taffrail-tls-'))
    files = makeTestCertificate(folder)
    ;[records, telemetry] = [await testRecords(), await testTelemetry()]
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    gateway = await startGateway({
      config: { MQTT_HOST: '127.0.0.1', MQTT_PORT: 0, brokerTls: { ...files, port: 0 } },
      ...{ db: records.db, telemetry, clock: systemClock },
      bus: inProcessBus(() => undefined),
      log: { ...silentLog, warn: (line) => warned.push(line) },
    })
  })
  afterEach(() => warned.splice(0))
  afterAll(async () => {
    vi.useRealTimers()
    await gateway.close()
    await records.close()
    await telemetry.close()
    await rm(folder, { recursive: true })
  })

  /** Common name of the certificate that a new connection receives. */
  const met = () =>
    new Promise<string>((resolve, reject) => {
      const socket = connectTls({ port: gateway.securePort ?? 0, rejectUnauthorized: false }, () => {
        resolve(String(socket.getPeerCertificate().subject.CN))
        socket.destroy()
      }).on('error', reject)
    })
  const signIn = (address: string) =>
    connectAsync(address, {
      ...{ username: 'dev-none', password: 'wrong', protocolVersion: 4, reconnectPeriod: 0 },
      rejectUnauthorized: false,
    })

  test('rejects a wrong secret', async () => {
    await expect(signIn(`mqtts://127.0.0.1:${gateway.securePort}`)).rejects.toThrow(/Not authorized/i)
  })

  test('closes a connection without TLS', async () => {
    const outcome = await new Promise((resolve) => {
      const socket = connectSocket(gateway.securePort ?? 0, '127.0.0.1', () =>
        socket.write(Buffer.from('100c00044d5154540400003c0000', 'hex')),
      )
      socket.on('data', () => undefined).on('error', () => undefined)
      socket.once('close', () => resolve('closed'))
    })
    expect(outcome).toBe('closed')
  })

  test('serves a renewed certificate within the hour, and keeps the last valid one', async () => {
    expect(await met()).toBe('localhost')
    await mkdir(join(folder, 'renewed'))
    const renewed = makeTestCertificate(join(folder, 'renewed'), 'boats.example')
    await copyFile(renewed.cert, files.cert)
    await vi.advanceTimersByTimeAsync(HOUR_MS)
    await vi.waitFor(() => expect(warned).toHaveLength(1))
    expect(await met()).toBe('localhost')
    await copyFile(renewed.key, files.key)
    await vi.advanceTimersByTimeAsync(HOUR_MS)
    await vi.waitFor(async () => expect(await met()).toBe('boats.example'))
    await writeFile(files.cert, 'half')
    await vi.advanceTimersByTimeAsync(HOUR_MS)
    expect(await met()).toBe('boats.example')
  })
})
