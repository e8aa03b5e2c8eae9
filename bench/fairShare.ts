/**
 * Time of one organization's calls while another asks for everything at once: `node bench/fairShare.ts [--full]`. Each has
 * 100 vessels with a year of figures. The one asks for dashboards of the year, heat maps and lists over many connections.
 */
import { parseArgs } from 'node:util'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { DAY_MS } from '#contract/domain/time.ts'
import { createUser } from '#server/access/createUser.ts'
import { insertOrganization } from '#server/records/organizations.ts'
import { vessels } from '#server/stores/relational/schema.ts'
import { bearer, PASSWORD, signIn, testApi, tokenOf } from '#server/testing/testApi.ts'
import { testTelemetry } from '#server/testing/testTelemetry.ts'
import { loadPerCore, print, quantile } from './figures.ts'
import { fillQuarterHours } from './fillQuarterHours.ts'

const { values } = parseArgs({ options: { full: { type: 'boolean', default: false } } })
const VESSELS = 100
const DAYS = 365
const TO_MS = Date.UTC(2026, 5, 18)
const FROM_MS = TO_MS - DAYS * DAY_MS
const CALLS_AT_ONCE = 40
const UPLOADS_AT_ONCE = 4
const RUNS = values.full ? 200 : 60

const telemetry = await testTelemetry()
const api = await testApi({ telemetry })
const { db } = api.records

async function addOrganization(name: string) {
  const place = await db.transaction((tx) => insertOrganization(tx, { name }))
  const email = `admin@${name}.example`
  await createUser({ db }, { ...place, roleId: 'organization-admin', name, email, password: PASSWORD })
  const rows = Array.from({ length: VESSELS }, (_, n) => ({ ...place, name: `${name} ${n}` }))
  await db.insert(vessels).values(rows)
  const own = await db.select().from(vessels).where(eq(vessels.organizationId, place.organizationId))
  return {
    ids: own.map(({ id }) => id),
    first: Math.min(...own.map(({ number }) => number)),
    headers: bearer(await tokenOf(api.app, await signIn(api.app, email))),
  }
}
type Organization = Awaited<ReturnType<typeof addOrganization>>
const hungry = await addOrganization('hungry')
const other = await addOrganization('other')
await fillQuarterHours(telemetry.columns, {
  ...{ vessels: 2 * VESSELS, firstVessel: Math.min(hungry.first, other.first) },
  ...{ days: DAYS, fromS: FROM_MS / 1000 },
})

async function ask({ headers }: Organization, url: string, payload?: object) {
  const answer = await api.app.inject({
    method: payload ? 'POST' : 'GET',
    url,
    headers,
    ...(payload && { payload }),
  })
  if (answer.statusCode !== 200 && answer.statusCode !== 503)
    throw new Error(`${url} answered ${answer.statusCode} ${answer.body}`)
  return answer.statusCode
}
const dashboard = (of: Organization, days: number) =>
  ask(of, '/statistics/dashboard-statistics', {
    ...{ vessel_id: of.ids, timezone: 'Europe/Rome' },
    ...{ start_time: new Date(TO_MS - days * DAY_MS).toISOString(), end_time: new Date(TO_MS).toISOString() },
  })

/** Times of calls as a person makes them, one after the other, in ms. */
async function timesOf(call: () => Promise<unknown>): Promise<number[]> {
  const took: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const beganMs = performance.now()
    await call()
    took.push(performance.now() - beganMs)
  }
  return took
}
const CALLS = {
  'dashboard of 30 days': () => dashboard(other, 30),
  'list of vessels': () => ask(other, '/api/vessels?limit=100'),
}

async function upload(bytes: Buffer) {
  const payload = new FormData()
  payload.append('files', new Blob([new Uint8Array(bytes)]), 'large.png')
  const url = '/api/images/upload'
  return (await api.app.inject({ method: 'POST', url, headers: hungry.headers, payload })).statusCode
}

const idle = new Map<string, number>()
for (const [name, call] of Object.entries(CALLS)) {
  await call()
  idle.set(name, quantile(await timesOf(call), 0.95))
}
/** Prints the times of the other organization's calls beside this load. */
async function beside(what: string, load: (n: number) => Promise<number>, atOnce: number) {
  let isOver = false
  let [answered, refused] = [0, 0]
  const loads = Array.from({ length: atOnce }, async (_, n) => {
    while (!isOver) {
      if ((await load(n)) === 200) answered++
      else refused++
    }
  })
  for (const [name, call] of Object.entries(CALLS)) {
    const ms = quantile(await timesOf(call), 0.95)
    const before = idle.get(name) ?? 0
    const times = `${(ms / before).toFixed(1)} times`
    print(
      `${name}, beside ${what}`,
      `p95 ${before.toFixed(0)} ms alone, ${ms.toFixed(0)} ms beside (${times})`,
    )
  }
  isOver = true
  await Promise.all(loads)
  print(`${what}, ${atOnce} at once`, `${answered} answered, ${refused} refused`)
}

await beside(
  'calls of the other',
  (n) => (n % 4 === 0 ? ask(hungry, '/api/vessels?limit=100') : dashboard(hungry, DAYS)),
  CALLS_AT_ONCE,
)
// The largest picture that is accepted keeps a worker busy for the longest time.
const create = { width: 5000, height: 5000, channels: 3 as const, background: 'navy' }
const picture = await sharp({ create }).png({ compressionLevel: 1 }).toBuffer()
await beside('uploads of the other', () => upload(picture), UPLOADS_AT_ONCE)
print('load of the machine a core', loadPerCore().toFixed(1))
await api.close()
