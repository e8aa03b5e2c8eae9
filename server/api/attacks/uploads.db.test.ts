/** Uploads of one organization that are made to hold up or take down the others. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { gzipSync } from 'node:zlib'
import { BlobWriter, TextReader, ZipWriter } from '@zip.js/zip.js'
import { hashPassword } from 'better-auth/crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LogImport } from '#contract/wire/logImport.ts'
import { type LogQueue, openLogQueue } from '#server/gateway/logQueue.ts'
import { type Gateway, startGateway } from '#server/gateway/startGateway.ts'
import { systemClock } from '#server/platform/clock.ts'
import { openWorkerPool } from '#server/platform/workerPool.ts'
import { insertUser } from '#server/records/users.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import {
  bearer,
  emailOf,
  PASSWORD,
  signIn,
  type TestApi,
  type Thing,
  testApi,
  tokenOf,
  twoOrganizations,
} from '#server/testing/testApi.ts'

const workers = openWorkerPool({ size: 2, limits: { seconds: 60, megabytes: 250 }, log: silentLog })
let api: TestApi
let gateway: Gateway
let queue: LogQueue
let hostile: { thing: Thing; token: string }
let other: { thing: Thing; token: string }
let url: string

beforeAll(async () => {
  api = await testApi()
  const { db } = api.records
  const things = await twoOrganizations(db)
  const { organizationId, departmentId } = things.foreign
  const who = { organizationId, departmentId, roleId: 'organization-admin' as const, name: 'Other' }
  const passwordHash = await hashPassword(PASSWORD)
  const email = 'other@two.example'
  await db.transaction((tx) => insertUser(tx, { ...who, email, identityId: randomUUID(), passwordHash }))
  const tokenOfUser = async (email: string) => tokenOf(api.app, await signIn(api.app, email))
  hostile = { thing: things.parent, token: await tokenOfUser(emailOf('organization-admin')) }
  other = { thing: things.foreign, token: await tokenOfUser(email) }
  gateway = await startGateway({
    ...{ config: { MQTT_HOST: '127.0.0.1', MQTT_PORT: 0 }, isListening: false },
    ...{ db, telemetry: api.telemetry, bus: api.bus, log: silentLog, clock: systemClock },
  })
  url = await api.app.listen({ port: 0, host: '127.0.0.1' })
  queue = await openLogQueue({
    ...{ db, intake: gateway.intake, clock: systemClock, log: silentLog, bus: api.bus },
    ...{ files: api.sharedFiles, scratch: api.scratch, workers },
  })
})
afterAll(async () => {
  await queue.close()
  await gateway.close()
  await workers.close()
  await api.close()
})

type By = typeof hostile

function send({ token }: By, url: string, fileName: string, bytes: Uint8Array) {
  const payload = new FormData()
  payload.append('files', new Blob([new Uint8Array(bytes)]), fileName)
  return api.app.inject({ method: 'POST', url, headers: bearer(token), payload })
}
const logsOf = ({ thing }: By) => `/api/vessels/${thing.vesselId}/logs`
async function sendLog(by: By, name: string, bytes: Uint8Array): Promise<string> {
  const sent = await send(by, logsOf(by), name, bytes)
  return sent.json<{ data: LogImport[] }>().data[0]?.id ?? ''
}
const stateOf = async (by: By, id: string) => {
  const listed = await api.app.inject({ url: logsOf(by), headers: bearer(by.token) })
  const row = listed.json<{ data: LogImport[] }>().data.find((one) => one.id === id)
  return row && (row.error ?? row.state)
}
const call = (by: By, method: 'POST' | 'DELETE', url: string, payload?: object) =>
  api.app.inject({ method, url, headers: bearer(by.token), ...(payload && { payload }) })

const filesOf = async () => (await readdir(api.scratch, { recursive: true })).length

const POINT = '<trkpt lat="64.1" lon="-21.9"><time>2026-06-18T09:00:00Z</time></trkpt>'
const GOOD = Buffer.from(`<gpx><trk><trkseg>${POINT}</trkseg></trk></gpx>`)
const nested = (layers: number) => {
  let file: Uint8Array = GOOD
  for (let i = 0; i < layers; i++) file = gzipSync(file, { level: 1 })
  return file
}
/** The reader of archives refuses such names, and nothing is named after an entry. */
async function slip() {
  const archive = new ZipWriter(new BlobWriter())
  await archive.add('../../../../tmp/taffrail-slip.gpx', new TextReader(GOOD.toString()))
  return new Uint8Array(await (await archive.close()).arrayBuffer())
}
function pcapOf(length: number) {
  const pcap = Buffer.alloc(24 + 16)
  pcap.writeUInt32LE(0xa1b2c3d4, 0)
  pcap.writeUInt32LE(227, 20)
  pcap.writeUInt32LE(length, 24 + 8)
  return pcap
}
/** The first bytes of a form with this log, over a connection of its own that then breaks off. */
async function sendCut({ thing, token }: By, share: number) {
  const [end, type] = ['--x--', 'multipart/form-data; boundary=x']
  const part = '--x\r\ncontent-disposition: form-data; name="files"; filename="a.gpx"\r\n\r\n'
  const form = Buffer.from(`${part}${GOOD}\r\n${end}\r\n`)
  const { hostname, port } = new URL(url)
  const socket = createConnection(Number(port), hostname)
  socket.on('error', () => undefined)
  socket.write(
    `POST ${logsOf({ thing, token })} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: ${type}\r\ncontent-length: ${form.length}\r\n\r\n`,
  )
  socket.write(form.subarray(0, Math.floor(form.length * share)))
  const received = once(api.app.server, 'request')
  await received
  socket.resetAndDestroy()
}

/** Level 9, and a block without its end. */
const BZIP2 = Buffer.from('425a683931415926535900000000', 'hex')

test('takes logs of others beside every kind of hostile log', async () => {
  const attribute = gzipSync(`<gpx><trk name="${'x'.repeat(20_000_000)}"/></gpx>`)
  const memory = gzipSync(`{"type":"FeatureCollection","features":[${'[],'.repeat(15_000_000)}[]]}`)
  const sent: [string, string, Uint8Array][] = [
    ['attribute.gpx.gz', 'too_large', attribute],
    ['layers.gz', 'too_large', nested(1000)],
    ['memory.json.gz', 'stopped', memory],
    ['slip.zip', 'damaged', await slip()],
    ['lie.pcap', 'nothing', pcapOf(0x7fffffff)],
    ['cut.bz2', 'damaged', BZIP2],
  ]
  const ids: string[] = []
  for (const [name, , bytes] of sent) ids.push(await sendLog(hostile, name, bytes))
  const theirs = await sendLog(other, 'track.gpx', GOOD)
  await queue.idle()
  expect(await stateOf(other, theirs)).toBe('done')
  const states = await Promise.all(ids.map((id) => stateOf(hostile, id)))
  expect(states).toEqual(sent.map(([, state]) => state))

  const stopped = `${logsOf(hostile)}/${ids[2]}`
  expect((await call(other, 'POST', `${stopped}/retry`, {})).statusCode).toBe(404)
  expect((await call(hostile, 'POST', `${stopped}/retry`, {})).json()).toMatchObject({ state: 'waiting' })
  expect((await call(hostile, 'POST', `${stopped}/retry`, {})).statusCode).toBe(409)
  await call(hostile, 'DELETE', stopped)
  await queue.idle()
  expect(await stateOf(hostile, ids[2] ?? '')).toBeUndefined()
})

test('lists and keeps nothing of a log whose upload was cut, and takes the whole one', async () => {
  const listed = async () => {
    const answer = await api.app.inject({ url: logsOf(other), headers: bearer(other.token) })
    return answer.json<{ data: LogImport[] }>().data.length
  }
  const [before, filesBefore] = [await listed(), await filesOf()]
  for (let percent = 0; percent < 100; percent += 5) await sendCut(other, percent / 100)
  const id = await sendLog(other, 'track.gpx', GOOD)
  await queue.idle()
  expect([await listed(), await stateOf(other, id)]).toEqual([before + 1, 'done'])
  await expect.poll(filesOf).toEqual(filesBefore)
})

test('draws a picture of another organization between those of one that sends many', async () => {
  const create = { width: 5000, height: 5000, channels: 3 as const, background: 'navy' }
  const large = await sharp({ create }).png({ compressionLevel: 1 }).toBuffer()
  const small = await sharp({ create: { ...create, width: 8, height: 8 } })
    .png()
    .toBuffer()
  const order: string[] = []
  const image = async (by: By, name: string, bytes: Buffer) => {
    const { statusCode } = await send(by, '/api/images/upload', `${name}.png`, bytes)
    order.push(name)
    return statusCode
  }
  const many = Array.from({ length: 4 }, (_, i) => image(hostile, `large ${i}`, large))
  expect(await image(other, 'small', small)).toBe(200)
  expect(await Promise.all(many)).toEqual([200, 200, 200, 200])
  expect(order.indexOf('small')).toBeLessThan(2)
})
