/**
 * `node bench/demoCalls.ts [MINUTES AFTERWARDS]`: duration of the calls of a fleet page on a fresh demo, started as
 * `npm start` does on an empty directory. It measures while the demo month is imported, while its figures are
 * computed, and for some minutes afterwards. It also prints the memory of the process until then.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '#server/demo/demoAccounts.ts'
import { signInOver } from '#server/testing/signInOver.ts'
import { startDemoProcess } from './demoProcess.ts'
import { quantile } from './figures.ts'

const afterwardsMs = Number(process.argv[2] ?? 3) * 60_000
/** Pause between two calls in ms: a page in use, and not a load. */
const PAUSE_MS = 150

const demo = startDemoProcess()
const took = new Map<string, number[]>()
let phase = 'while its month comes in'
let isEnding = false
demo.onMessage((what) => {
  if (what === 'demo history 100 %') printPhase('while its figures are worked off')
  if (what !== 'demo figures complete') return
  printPhase('afterwards')
  setTimeout(() => {
    isEnding = true
  }, afterwardsMs)
})
const url = await demo.url
const account = { email: DEMO_ACCOUNTS[2]?.email ?? '', password: DEMO_PASSWORD }
let { headers } = await signInOver(url, account)
// A token expires before the month is imported.
const renewing = setInterval(async () => {
  headers = (await signInOver(url, account)).headers
}, 240_000)
const json = async <Answer>(path: string, body?: object): Promise<Answer> => {
  const answer = await fetch(`${url}${path}`, {
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Answer
}
type List = { data: { id: string; vessel_id: string }[] }
let trips: List = { data: [] }
while (trips.data.length === 0) {
  await pause(1000)
  trips = await json<List>('/api/trips?limit=30')
}
const calls: Record<string, () => Promise<unknown>> = {
  'thirty trips': async () => {
    trips = await json('/api/trips?limit=30')
  },
  'the vessels': () => json('/api/vessels?limit=100'),
  'a trip': () => json(`/api/trips/${trips.data.at(-1)?.id}`),
  'a vessel': () => json(`/api/vessels/${trips.data[0]?.vessel_id}`),
  'thirty alerts': () => json('/api/alerts?limit=30'),
  'a track': () => json('/fetcher/paths', { trip_ids: [trips.data.at(-1)?.id] }),
}
while (!isEnding)
  for (const [name, call] of Object.entries(calls)) {
    await pause(PAUSE_MS)
    const beganMs = performance.now()
    await call()
    const key = `${name}, ${phase}`
    took.set(key, [...(took.get(key) ?? []), performance.now() - beganMs])
  }
printPhase('over')
clearInterval(renewing)
await demo.stop()

/** Prints the duration of the calls in the phase that ends. */
function printPhase(next: string) {
  for (const [key, ms] of took) {
    const at = (share: number) => quantile(ms, share).toFixed(0)
    console.log(`${key}: p50 ${at(0.5)}, p95 ${at(0.95)} ms of ${ms.length}`)
  }
  console.log(`${phase}: held ${demo.held()}`)
  took.clear()
  phase = next
}
