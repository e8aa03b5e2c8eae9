import { MINUTE_US } from '#contract/domain/time.ts'
import { radToDeg } from '#contract/domain/units.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import type { VesselInterval } from '#server/telemetry/vesselInterval.ts'
import type { Column, Page, Table } from '../table.ts'

/** Two minutes of three sensors are 18,000 rows. */
const PAGE_US = 2 * MINUTE_US

const number = (name: string, unit: string, digits: number): Column => ({
  kind: 'number',
  name,
  unit,
  digits,
})

/** Every sample of every motion sensor as received: force as measured, gravity included. */
export function rawMotionTable(telemetry: Pick<Telemetry, 'motion'>, interval: VesselInterval): Table {
  return {
    columns: [
      { kind: 'time', name: 'time', digits: 6 },
      number('sensor', '', 0),
      ...['force_x', 'force_y', 'force_z'].map((name) => number(name, 'g', 3)),
      ...['euler_x', 'euler_y', 'euler_z'].map((name) => number(name, 'deg', 3)),
    ],
    pages: pages(),
  }

  async function* pages(): AsyncGenerator<Page> {
    const read = (fromUs: number) =>
      telemetry.motion.raw({ ...interval, fromUs, toUs: Math.min(interval.toUs, fromUs + PAGE_US - 1) })
    // The next page is read while this one is written.
    let next = read(interval.fromUs)
    for (let fromUs = interval.fromUs; fromUs <= interval.toUs; fromUs += PAGE_US) {
      const raw = await next
      const toUs = fromUs + PAGE_US
      if (toUs <= interval.toUs) {
        next = read(toUs)
        // A reader that stops early never waits for it.
        next.catch(() => undefined)
      }
      yield {
        rows: raw.timeUs.length,
        values: [
          raw.timeUs,
          raw.sensor,
          raw.forceX,
          raw.forceY,
          raw.forceZ,
          ...[raw.roll, raw.pitch, raw.yaw].map((angle) => angle.map(radToDeg)),
        ],
        progress: Math.min(1, (toUs - interval.fromUs) / (interval.toUs - interval.fromUs + 1)),
      }
    }
  }
}
