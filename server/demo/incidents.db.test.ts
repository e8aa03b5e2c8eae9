/** Tests the content of the demo's month through its impact reports: through the store, like any boat's. */
import { expect, test } from 'vitest'
import { HULL_LOCATIONS, IMPACT_FLAGS, type ImpactEvent } from '#contract/wire/impact.ts'
import { impactReport } from '#server/analytics/impactReport/impactReport.ts'
import { inProcessBus } from '#server/platform/bus.ts'
import { startProcessing } from '#server/processing/loop/startProcessing.ts'
import { insertOrganization } from '#server/records/organizations.ts'
import { vessels } from '#server/stores/relational/schema.ts'
import { describeAppended } from '#server/telemetry/describeInterval.ts'
import type { VesselReadings } from '#server/telemetry/vesselReadings.ts'
import { fixedClock } from '#server/testing/fixedClock.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import { testRecords } from '#server/testing/testStores.ts'
import { testTelemetry } from '#server/testing/testTelemetry.ts'
import { type Boat, FLEET } from '#simulator/fleet.ts'
import { MISHAPS, type MishapKind, mishapOf } from '#simulator/mishap.ts'
import { pretendBoat } from '#simulator/pretendBoat.ts'
import { type Voyage, voyagesOn } from '#simulator/timetable.ts'
import type { Track } from '#simulator/track.ts'

const DAY = 20_700
const DAYS = 30
const US = 1_000_000
/** A sensor that sends around hits keeps these seconds. */
const BURST_S = { before: 6, after: 8 }
/** Most hits are slams on the keel; the others come from everywhere. */
const HITS_A_VOYAGE = { slams: 15, others: 45 }

const MISHAP_FLAG = {
  strike: 'PROP_STRIKE',
  grounding: 'GROUNDING',
  fouled: 'ENGINE_SLOWDOWN',
  nudge: 'COLLISION',
} as const satisfies Record<MishapKind, ImpactEvent['flags'][number]>

test('has impacts on every part of the hull, and every named incident, within a month', async () => {
  const records = await testRecords()
  const telemetry = await testTelemetry()
  const { db } = records
  const { organizationId, departmentId } = await db.transaction((tx) =>
    insertOrganization(tx, { name: 'Fleet' }),
  )
  const bus = inProcessBus((error) => {
    throw error
  })
  const clock = fixedClock((DAY + DAYS) * 86_400_000)
  const processing = await startProcessing({ db, telemetry, bus, log: silentLog, clock })
  const locations = new Set<string>()
  const flags = new Set<string>()
  try {
    const sailed: { kind: MishapKind; boat: Boat; vesselNumber: number; track: Track; hitS: number }[] = []
    const received: VesselReadings[] = []
    for (const [kind, { boat, voyage }] of oneOfEach()) {
      const [vessel] = await db
        .insert(vessels)
        .values({ organizationId, departmentId, name: kind })
        .returning()
      const vesselNumber = vessel?.number ?? 0
      const pretend = pretendBoat(boat, [])
      const track = pretend.trackAt(voyage.departsS + 60)
      if (!track?.mishap) throw new Error(`nothing went wrong for ${boat.name}`)
      sailed.push({ kind, boat, vesselNumber, track, hitS: track.startS + track.mishap.atS })
      for (const [fromS, toS] of intervalsOf(track)) {
        const generated = pretend.between(fromS, toS, { sensors: 3, impacts: false })
        received.push({ vesselNumber, ...generated })
      }
    }
    // Each insert costs as much as the rows of many intervals.
    await telemetry.append(received)
    bus.publish({ type: 'readings.appended', intervals: received.flatMap(describeAppended) })
    await processing.idle()
    for (const { kind, boat, vesselNumber, track, hitS } of sailed) {
      const { impact_events } = await impactReport({
        ...{
          telemetry,
          vesselNumber,
          fleet: [],
          sensors: [],
          settings: new Map(),
          thresholdG: 0.5,
          nearbyM: 25,
        },
        scope: { organizationId, departmentIds: null },
        ...{ fromUs: track.startS * US, toUs: (track.startS + track.seconds) * US },
      })
      for (const event of impact_events) {
        locations.add(event.hull_location)
        for (const flag of event.flags) flags.add(flag)
      }
      const then = impact_events.filter((event) => Math.abs(msOf(event) - hitS * 1000) < 1500)
      expect(
        then.flatMap((event) => event.flags),
        `${kind} of ${boat.name}`,
      ).toContain(MISHAP_FLAG[kind])
    }
  } finally {
    await processing.close()
    await records.close()
    await telemetry.close()
  }
  expect([...locations].sort()).toEqual([...HULL_LOCATIONS].sort())
  expect([...flags].sort()).toEqual([...IMPACT_FLAGS].sort())
}, 300_000)

/** A voyage of the sparse month for each mishap; fast boats meet most of the sea. */
function oneOfEach(): Map<MishapKind, { boat: Boat; voyage: Voyage }> {
  const found = new Map<MishapKind, { boat: Boat; voyage: Voyage }>()
  for (const boat of FLEET.filter(({ hull }) => hull.planing)) {
    for (let day = DAY; day < DAY + DAYS; day++) {
      for (const voyage of voyagesOn(boat, day, [])) {
        const kind = mishapOf(boat, voyage.seed)?.kind
        if (kind && !found.has(kind)) found.set(kind, { boat, voyage })
      }
    }
  }
  expect(new Set(found.keys())).toEqual(new Set(Object.keys(MISHAPS)))
  return found
}

/** Seconds around the hardest hits and the mishap of a voyage, joined where they meet. */
function intervalsOf({ startS, hits, mishap }: Track): [fromS: number, toS: number][] {
  const hardest = hits.toSorted((a, b) => b.peakG - a.peakG)
  const hard = [
    ...hardest.filter(({ falls }) => falls).slice(0, HITS_A_VOYAGE.slams),
    ...hardest.filter(({ falls }) => !falls).slice(0, HITS_A_VOYAGE.others),
  ]
  const seconds = [...hard.map(({ atS }) => Math.floor(atS)), mishap?.atS ?? 0].sort((a, b) => a - b)
  const intervals: [number, number][] = []
  for (const second of seconds) {
    const from = Math.max(startS, startS + second - BURST_S.before)
    const to = startS + second + BURST_S.after
    const last = intervals.at(-1)
    if (last && from <= last[1]) last[1] = to
    else intervals.push([from, to])
  }
  return intervals
}

const msOf = ({ peak_impact_time }: ImpactEvent) => new Date(peak_impact_time).getTime()
