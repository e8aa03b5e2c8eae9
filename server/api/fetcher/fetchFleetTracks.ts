import { Problem } from '#contract/wire/errors.ts'
import { fetchFleetTracks, fleetStepS, LONGEST_FLEET_MS, packFleetTrack } from '#contract/wire/fleetTracks.ts'
import { fleetTracks } from '#server/analytics/fleetTracks.ts'
import { namedVessels } from '#server/records/statistics.ts'
import { serve } from '../serve.ts'
import { rangeMs } from '../statistics/rangeMs.ts'

/** Where the fleet was that the caller can see; vessels of others are left out, whether or not they exist. */
export const fetchFleetTracksRoute = serve(fetchFleetTracks, async ({ db, telemetry, caller, body }) => {
  const range = rangeMs(body)
  const lengthMs = range.toMs - range.fromMs
  if (lengthMs > LONGEST_FLEET_MS) throw new Problem('invalid', 'end_time: a week at most.')
  const asked = body.vessel_ids && new Set(body.vessel_ids)
  const seen = await namedVessels(db, caller.scope)
  const ids = new Map(seen.filter(({ id }) => asked?.has(id) ?? true).map(({ id, number }) => [number, id]))
  const step = fleetStepS(body.step_s, ids.size, lengthMs)
  const tracks = await fleetTracks(telemetry, [...ids.keys()], range, step)
  return {
    step_s: step,
    data: [...tracks].map(([number, fixes]) => packFleetTrack(ids.get(number) ?? '', fixes, range.fromMs)),
  }
})
