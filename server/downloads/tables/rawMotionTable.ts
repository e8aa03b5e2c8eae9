import { MINUTE_US } from '#contract/time.ts'
import { radToDeg } from '#contract/units.ts'
import type { Stretch } from '#server/telemetry/stretch.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import type { Column, Page, Table } from '../table.ts'

/** Two minutes of three sensors are 18,000 rows. */
const PAGE_US = 2 * MINUTE_US

const number = (name: string, unit: string, digits: number): Column => ({
  kind: 'number',
  name,
  unit,
  digits,
})

/** Every sample of every motion sensor, as it came: force as it was felt, gravity included. */
export function rawMotionTable(telemetry: Pick<Telemetry, 'motion'>, stretch: Stretch): Table {
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
      telemetry.motion.raw({ ...stretch, fromUs, toUs: Math.min(stretch.toUs, fromUs + PAGE_US - 1) })
    // The next page is read while this one is written.
    let next = read(stretch.fromUs)
    for (let fromUs = stretch.fromUs; fromUs <= stretch.toUs; fromUs += PAGE_US) {
      const raw = await next
      const toUs = fromUs + PAGE_US
      if (toUs <= stretch.toUs) {
        next = read(toUs)
        // Whoever stops reading never waits for it.
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
        progress: Math.min(1, (toUs - stretch.fromUs) / (stretch.toUs - stretch.fromUs + 1)),
      }
    }
  }
}
