import { seaState } from '#contract/domain/seaState.ts'
import { L_PER_HR_M3PS, mpsToKn, mToNmi, ZERO_CELSIUS_K } from '#contract/domain/units.ts'
import { tileCorner } from '#contract/geodesy/geo.ts'
import type { HeatmapData, HeatmapLayer } from '#contract/wire/heatmap.ts'
import type { HeatName } from '#server/stores/columns/heatColumns.ts'
import { type HeatChoice, type HeatZoom, tileOf } from '#server/telemetry/heat.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import { type Scale, scaleCells } from './scaleCells.ts'

interface Layer extends Scale {
  unit: string
  names: readonly HeatName[]
  /** The value of a square from the figures of `names`; null when there is none. */
  value: (figures: readonly number[], trips: number) => number | null
}

const mean = (total = 0, amount = 0) => (amount > 0 ? total / amount : null)
const convert = (value: number | null, to: (value: number) => number) => (value === null ? null : to(value))
const count = (number = 0) => (number > 0 ? number : null)

const LAYERS: Readonly<Record<HeatmapLayer, Layer>> = {
  traffic: { unit: '', logarithmic: true, names: [], value: (_, trips) => count(trips) },
  impact: { unit: 'g', names: ['event_peaks_g', 'events'], value: ([peaks, events]) => mean(peaks, events) },
  high_impacts: { unit: '', names: ['high_events'], value: ([events]) => count(events) },
  red_impacts: { unit: '', names: ['red_events'], value: ([events]) => count(events) },
  sog: { unit: 'kn', names: ['sog_m', 'moving_s'], value: ([m, s]) => convert(mean(m, s), mpsToKn) },
  safety_speed: { unit: 'kn', names: ['rog_m', 'rog_s'], value: ([m, s]) => convert(mean(m, s), mpsToKn) },
  fuel_rate_l_hr: {
    unit: 'L/hr',
    names: ['fuel_l', 'fuel_s'],
    value: ([l, s]) => convert(mean(l, s), (perSecond) => (perSecond / 1000) * L_PER_HR_M3PS),
  },
  fuel_rate_l_nm: { unit: 'L/nmi', names: ['fuel_l', 'fuel_m'], value: ([l, m]) => mean(l, mToNmi(m ?? 0)) },
  wind_speed: { unit: 'm/s', names: ['wind_ms', 'wind_s'], value: ([total, s]) => mean(total, s) },
  wave_height: { unit: 'm', names: ['wave_ms', 'wave_s'], value: ([total, s]) => mean(total, s) },
  sea_state: {
    unit: '',
    names: ['wave_ms', 'wave_s'],
    value: ([total, s]) => convert(mean(total, s), seaState),
  },
  temperature: {
    unit: '°C',
    floats: true,
    names: ['temperature_ks', 'temperature_s'],
    value: ([total, s]) => convert(mean(total, s), (kelvin) => kelvin - ZERO_CELSIUS_K),
  },
  water_depth: {
    unit: 'm',
    floats: true,
    reversed: true,
    names: ['least_depth_m'],
    value: ([depth]) => (depth === undefined || Number.isNaN(depth) ? null : count(depth)),
  },
}

const WHERE = ['moving_s', 'offset_lat', 'offset_lon'] as const satisfies readonly HeatName[]
/** Limit of squares on one map; more could not be distinguished. */
const MOST_CELLS = 20_000
/** Most quarter-hours read for squares of a zoom: a month of a hundred boats has about 70,000. */
const MOST_QUARTER_HOURS_READ: readonly [zoom: HeatZoom, quarterHours: number][] = [
  [18, 6000],
  [16, 30_000],
  [14, Number.POSITIVE_INFINITY],
]
const COARSEST = 14

/** The squares that vessels sailed through, as heat; the finest squares that the time range and the map allow. */
export async function heatmap(
  telemetry: Telemetry,
  choice: HeatChoice,
  name: HeatmapLayer,
): Promise<HeatmapData['data']> {
  const layer = LAYERS[name]
  const quarterHours = await telemetry.heat.count(choice)
  const [stored] = MOST_QUARTER_HOURS_READ.find(([, most]) => quarterHours <= most) ?? [COARSEST]
  const names: HeatName[] = [...new Set<HeatName>([...WHERE, ...layer.names])]
  const own = layer.names.map((one) => names.indexOf(one))
  let squares = (await telemetry.heat.squares(choice, stored, names)).flatMap(({ cell, trips, figures }) => {
    const { x, y } = tileOf(cell)
    const corner = tileCorner(x, y, stored)
    const [movingS = 0, northS = 0, eastS = 0] = figures
    const value = layer.value(
      own.map((at) => figures[at] ?? Number.NaN),
      trips,
    )
    if (value === null) return []
    // Hits of a boat at rest have no moving second that places them within the square.
    const centre = tileCorner(x + 0.5, y + 0.5, stored)
    const latitudeDeg = movingS > 0 ? corner.latitudeDeg + northS / movingS : centre.latitudeDeg
    const longitudeDeg = movingS > 0 ? corner.longitudeDeg + eastS / movingS : centre.longitudeDeg
    return [{ x, y, latitudeDeg, longitudeDeg, value }]
  })
  for (let zoom = stored; squares.length > MOST_CELLS && zoom > COARSEST; zoom--) squares = coarser(squares)
  const { intensity, steps } = scaleCells(
    squares.map(({ value }) => value),
    layer,
  )
  const points = squares.map(({ latitudeDeg, longitudeDeg }, i): [number, number, number] => [
    round(latitudeDeg, 6),
    round(longitudeDeg, 6),
    round(intensity[i] ?? 0, 4),
  ])
  return { points, steps, unit: layer.unit }
}

interface Square {
  x: number
  y: number
  latitudeDeg: number
  longitudeDeg: number
  value: number
}

/** Joins four squares into one with the mean of their values. */
function coarser(squares: readonly Square[]): Square[] {
  const joined = new Map<string, Square & { of: number }>()
  for (const { x, y, latitudeDeg, longitudeDeg, value } of squares) {
    const key = `${x >> 1}/${y >> 1}`
    const known = joined.get(key)
    if (!known) {
      joined.set(key, { x: x >> 1, y: y >> 1, latitudeDeg, longitudeDeg, value, of: 1 })
      continue
    }
    known.latitudeDeg += latitudeDeg
    known.longitudeDeg += longitudeDeg
    known.value += value
    known.of++
  }
  return [...joined.values()].map(({ of, ...square }) => ({
    ...square,
    latitudeDeg: square.latitudeDeg / of,
    longitudeDeg: square.longitudeDeg / of,
    value: square.value / of,
  }))
}

const round = (value: number, decimals: number) => Math.round(value * 10 ** decimals) / 10 ** decimals
