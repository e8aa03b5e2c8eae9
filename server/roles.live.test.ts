/**
 * Two processes of each role on real servers, killed, stopped, cut off and with clocks apart, while a fleet sails: what is stored
 * and computed in the end is what one process makes of the same bytes. That process is another installation on the same NATS. Boats publish over MQTT, through a load balancer and a bridge that are
 * killed too, or over HTTP. `ROLES_KILLS` kills more often, `ROLES_SEED` repeats a run, `ROLES_BOATS` sails more boats.
 */
import { connect } from 'node:net'
import { setTimeout as later } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PARTITIONS } from '#server/platform/partitions.ts'
import { computedOf, differences } from '#server/testing/computed.ts'
import { repeat, sail, sailedFleet } from '#server/testing/sailedFleet.ts'
import { startTestNats } from '#server/testing/testNats.ts'
import { startTestPostgres } from '#server/testing/testPostgres.ts'
import { hasMqttBalancer } from '#server/testing/testProxy.ts'
import { openTestSite, ROLES, STORES, type Store, type TestSite } from '#server/testing/testSite.ts'
import { randomStream } from '#simulator/random.ts'

const nats = await startTestNats()
const postgres = nats && (await startTestPostgres())
if (!postgres) await nats?.stop()

const KILLS = Number(process.env.ROLES_KILLS ?? 1)
const BOATS = Number(process.env.ROLES_BOATS ?? 4)
const SEED = Number(process.env.ROLES_SEED ?? Date.now() % 1_000_000)
/** Longer than the lease of a process that computes. */
const STOPPED_MS = 9000
const FAULT_MS = 3000
/** How far the clock of the second machine is from the first: within what is allowed, and beyond it. */
const APART_MS = -25_000
const WRONG_MS = -150_000
const SOON = { timeout: 60_000, interval: 200 }
const print = (text: string) => process.stderr.write(`${text}\n`)

describe.skipIf(!postgres || !nats)('roles', () => {
  const fleet = sailedFleet({ boats: BOATS })
  const boats = Array.from({ length: fleet.boats }, (_, boat) => boat)
  let split: TestSite
  let whole: TestSite
  beforeAll(async () => {
    if (!postgres || !nats) return
    const servers = { postgres, nats, fleet }
    ;[split, whole] = await Promise.all([
      openTestSite({ ...servers, name: 'split', hasMqtt: hasMqttBalancer() }),
      openTestSite({ ...servers, name: 'whole', isWhole: true }),
    ])
    split.shiftClock(APART_MS)
  }, 300_000)
  afterAll(async () => {
    await Promise.all([split, whole].map((site) => site?.close()))
    await nats?.stop()
    await postgres?.close()
  }, 60_000)

  test('answers the calls of its role, and is ready', async () => {
    await split.sound()
    for (const role of ROLES) {
      for (const { url } of split.running(role)) {
        expect(await (await fetch(`${url}/metrics`)).text()).toContain('taffrail_bus_connected 1')
        const answersOf = await Promise.all([
          fetch(`${url}/gateway/batches`, { method: 'POST' }),
          fetch(`${url}/api/users/me`),
        ])
        const isThere = answersOf.map(({ status }) => status !== 404)
        expect(isThere, role).toEqual([role === 'gateway', role === 'api'])
      }
    }
  })

  test('computes the same as one process when processes die, stand still or are cut off', {
    timeout: 1_800_000,
  }, async () => {
    print(`ROLES_SEED=${SEED}`)
    const random = randomStream(SEED)
    const oneOf = <One>(all: readonly One[]) => all[Math.floor(random() * all.length)] as One
    const sites = [split, whole]
    const { mqtt } = split
    // No gateway is up when the boats begin: only the bridge acknowledges.
    await Promise.all([0, 1].map((machine) => split.kill('gateway', machine)))
    const beginning = sites.map(({ send }) => repeat(boats.map(fleet.history), send))
    if (mqtt?.bridge) await expect.poll(() => mqtt.acknowledged().bridge, SOON).toBeGreaterThan(0)
    if (mqtt) expect(mqtt.acknowledged().balancer).toBe(0)
    await Promise.all([0, 1].map((machine) => split.start('gateway', machine)))
    await Promise.all(beginning)
    const ending = new AbortController()
    const sailing = boats.map((boat) => sail(fleet, boat, split.send, ending.signal))

    const machine = () => oneOf([0, 1])
    async function kill() {
      const killed = ROLES.map((role) => ({ role, machine: machine() }))
      await Promise.all([
        ...killed.map(({ role, machine }) => split.kill(role, machine)),
        mqtt?.balancer.kill(),
      ])
      const ms = performance.now()
      const starting = killed.map(({ role, machine }) => split.start(role, machine))
      await Promise.all([...starting, mqtt?.balancer.start(), mqtt?.killBridge(), split.sound()])
      print(
        `killed ${killed.map(({ role, machine }) => `${role} ${machine}`)}: sound after ${secondsSince(ms)} s`,
      )
    }
    /** No process computes for a while, as boats go on. */
    async function killAllThatCompute() {
      await Promise.all([0, 1].map((machine) => split.kill('processing', machine)))
      await later(STOPPED_MS)
      await Promise.all([0, 1].map((machine) => split.start('processing', machine)))
      const ms = performance.now()
      await split.sound()
      print(`killed all that compute: sound after ${secondsSince(ms)} s`)
    }
    async function stop() {
      const { pid } = split.running('processing')[machine()] ?? { pid: 0 }
      process.kill(pid, 'SIGSTOP')
      await later(STOPPED_MS)
      process.kill(pid, 'SIGCONT')
      const ms = performance.now()
      await split.sound()
      print(`stood still: sound after ${secondsSince(ms)} s`)
    }
    async function cut(store: Store, how: 'delayed' | 'refused' | 'silent' | 'one-way') {
      const link = split.links[store]
      if (how === 'delayed') link.delay(600)
      else if (how === 'refused') await link.refuse()
      else link.silence(how === 'silent' ? 'everything' : 'answers')
      await later(FAULT_MS)
      await link.mend()
      const ms = performance.now()
      await split.sound()
      print(`${store} ${how}: sound after ${secondsSince(ms)} s`)
    }
    async function setClockWrong() {
      const isReady = async () => (await fetch(`${split.running('gateway')[1]?.url}/ready`)).status === 200
      split.shiftClock(WRONG_MS)
      await expect.poll(isReady, SOON).toBe(false)
      await later(FAULT_MS)
      split.shiftClock(APART_MS)
      const ms = performance.now()
      await split.sound()
      print(`clock wrong: sound after ${secondsSince(ms)} s`)
    }
    /** Until the process that does not reach the column store has left its work to the other one. */
    async function cutFromColumns() {
      const link = split.links.columns
      const how = oneOf(['refused', 'silent'])
      if (how === 'refused') await link.refuse()
      else link.silence()
      const ms = performance.now()
      await expect.poll(() => Promise.all([split.held(0), split.held(1)]), SOON).toEqual([PARTITIONS, 0])
      await expect.poll(() => takesConnections(split.running('gateway')[1]?.mqttPort), SOON).toBe(false)
      print(`cut from columns (${how}): left to the other after ${secondsSince(ms)} s`)
      await link.mend()
      await split.sound()
      await expect.poll(() => takesConnections(split.running('gateway')[1]?.mqttPort), SOON).toBe(true)
      print(`cut from columns: sound after ${secondsSince(ms)} s`)
    }
    const ways = ['delayed', 'refused', 'silent', 'one-way'] as const
    const incidents = [
      ...Array.from({ length: KILLS }, () => kill),
      stop,
      ...(KILLS > 1 ? [killAllThatCompute] : []),
      setClockWrong,
      cutFromColumns,
      ...STORES.flatMap((store) => {
        if (KILLS > 1) return ways.map((how) => () => cut(store, how))
        return store === 'columns' ? [] : [() => cut(store, oneOf(ways))]
      }),
    ]
    for (; incidents.length > 0; ) {
      const [incident] = incidents.splice(Math.floor(random() * incidents.length), 1)
      await incident?.()
    }
    ending.abort()
    const sent = await Promise.all(sailing)
    // A process dies with the events of the last samples, and no more samples wake its successor.
    const last = machine()
    await split.kill('processing', last)
    await split.start('processing', last)
    await repeat(sent, whole.send)
    // Devices that lost an acknowledgement send their messages again, long after.
    const again = sent.map((messages) => messages.slice(0, 2))
    await Promise.all(sites.map(({ send }) => repeat(again, send)))
    const lastMs = performance.now()
    const computed = () => Promise.all(sites.map(({ records, columns }) => computedOf(records.db, columns)))
    const [, expected] = await computed()
    expect(expected?.alerts.length).toBeGreaterThan(boats.length)
    await expect
      .poll(
        async () => {
          const [one, other] = await computed()
          return one && other && differences(one, other)
        },
        { timeout: 180_000, interval: 1000 },
      )
      .toEqual([])
    const [{ alerts, trips, impacts } = { alerts: [], trips: [], impacts: [] }] = await computed()
    print(
      `the same ${secondsSince(lastMs)} s after the last sample: ${trips.length} trips, ${alerts.length} alerts, ${impacts.length} blocks of impacts`,
    )
  })
})

/** True when a server accepts connections on this port. */
async function takesConnections(port: number | null | undefined): Promise<boolean> {
  const socket = connect({ host: '127.0.0.1', port: port ?? 0 })
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

const secondsSince = (ms: number) => ((performance.now() - ms) / 1000).toFixed(1)
