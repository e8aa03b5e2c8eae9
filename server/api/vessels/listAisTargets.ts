import { toWire } from '#contract/domain/series.ts'
import { wrap360 } from '#contract/domain/units.ts'
import { beaconKindOf, listAisTargets, MOST_TARGETS, TARGET_KEPT_MS } from '#contract/wire/aisTarget.ts'
import { vesselsWithMmsi } from '#server/records/vessels.ts'
import { serve } from '../serve.ts'

/** Names are said every six minutes, and may be missed once. */
const NAMED_MS = 2 * TARGET_KEPT_MS

/** Whoever sees a vessel sees what she heard; the fleet's own are on the map already. */
export const listAisTargetsRoute = serve(listAisTargets, async ({ db, telemetry, caller, clock, query }) => {
  const nowMs = clock.nowMs()
  const seen = await vesselsWithMmsi(db, caller.scope)
  const ids = new Map(seen.map(({ number, id }) => [number, id]))
  const own = new Set(seen.flatMap(({ mmsi }) => (mmsi ? [Number(mmsi)] : [])))
  const since = { placedUs: (nowMs - TARGET_KEPT_MS) * 1000, namedUs: (nowMs - NAMED_MS) * 1000 }
  const targets = await telemetry.positions.targets(
    [...ids.keys()],
    { ...since, areBeacons: query.only === 'beacons' },
    MOST_TARGETS,
  )
  const known = (value: number, decimals: number) =>
    Number.isNaN(value) ? null : Math.round(value * 10 ** decimals) / 10 ** decimals
  return {
    data: targets.flatMap((target) => {
      const vessel_id = ids.get(target.vesselNumber)
      if (!vessel_id || own.has(target.mmsi)) return []
      return {
        mmsi: target.mmsi,
        name: target.name,
        ship_type: target.shipType,
        beacon: beaconKindOf(target.mmsi),
        lat: Math.round(target.latitudeDeg * 1e5) / 1e5,
        lon: Math.round(target.longitudeDeg * 1e5) / 1e5,
        sog: known(toWire('sog', target.sogMps), 1),
        cog: known(wrap360(toWire('cog', target.cogRad)), 0),
        timestamp: Math.round(target.timeUs / 1000),
        vessel_id,
      }
    }),
    server_time: nowMs,
  }
})
