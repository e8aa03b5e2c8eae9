import { SERIES } from '#contract/series.ts'
import { isAttitude, readAttitudeParts } from './attitudeParts.ts'
import { readPositionParts } from './positionParts.ts'
import { QUARTER_US, readQuarterParts } from './quarterParts.ts'
import { nameOf, type PartsByName, partsSql, readParts } from './scalarParts.ts'
import { addParts, joinEnds, type Part, toBuckets } from './seriesParts.ts'
import type { Store } from './sourceBook.ts'
import type { Buckets, Field, Stretch } from './telemetry.ts'

const SECOND_US = 1_000_000

/**
 * One answer for each field, in order, buckets without samples left out. Buckets are `resolutionUs` wide and aligned to
 * the epoch; with `bucketOf` they begin where it says for the quarter-hour that begins at a time.
 */
export async function readSeries(
  columns: Store,
  stretch: Stretch,
  fields: readonly Field[],
  resolutionUs: number,
  bucketOf?: (quarterUs: number) => number,
): Promise<Buckets[]> {
  const widthUs = bucketOf ? QUARTER_US : resolutionUs
  const sources = new Map<string, Promise<PartsByName>>()
  const source = (name: string, read: () => Promise<PartsByName>) => {
    const known = sources.get(name) ?? read()
    sources.set(name, known)
    return known
  }
  const attitude = (field: Field) =>
    source(`imu ${nameOf(field)}`, () => readAttitudeParts(columns, stretch, field, widthUs))
  const isScalar = (field: Field) => !isPosition(field) && !isMotion(field, resolutionUs)
  const scalars = source('scalars', () => readScalars(columns, stretch, fields.filter(isScalar), widthUs))
  return Promise.all(
    fields.map(async (field) => {
      let parts = isPosition(field)
        ? await source('fixes', () => readPositionParts(columns, stretch, widthUs))
        : isScalar(field)
          ? await scalars
          : await attitude(field)
      // A vessel whose bus gives no attitude has that of her first sensor.
      if (isAttitude(field) && !parts.has(nameOf(field))) parts = await attitude(field)
      const own = parts.get(nameOf(field)) ?? []
      return toBuckets(field, bucketOf ? addParts(own, bucketOf) : own)
    }),
  )
}

const isPosition = ({ key }: Field) => key === 'latitude' || key === 'longitude'
/** Attitude of a sensor lives with its raw samples; the bus gives a slow one for the vessel. */
const isMotion = (field: Field, resolutionUs: number) =>
  isAttitude(field) && (field.instance > 0 || resolutionUs < SECOND_US)

async function readScalars(
  columns: Store,
  stretch: Stretch,
  fields: readonly Field[],
  widthUs: number,
): Promise<PartsByName> {
  if (fields.length === 0) return new Map()
  // Whole quarter-hours are added up from what is kept of them.
  if (widthUs >= QUARTER_US && widthUs % QUARTER_US === 0) {
    const quarters = await readQuarterParts(columns, stretch, fields)
    if (widthUs === QUARTER_US) return quarters
    const bucketOf = (timeUs: number) => Math.floor(timeUs / widthUs) * widthUs
    return new Map(Array.from(quarters, ([name, parts]) => [name, addParts(parts, bucketOf)]))
  }
  // Within a second every sample counts alike; the finest series come once a second.
  const integrate = widthUs > SECOND_US && fields.some(isMean)
  const believed = await columns.sources.scalarsSql([stretch], fields)
  const bytes = await columns.rowBinary(partsSql(stretch, fields, widthUs, integrate, believed))
  const parts = readParts(bytes, integrate)
  if (integrate) for (const field of fields) joinOnce(field, parts.get(nameOf(field)), widthUs)
  return parts
}

const isMean = ({ key, aggregation }: Field) =>
  aggregation === 'avg' && (SERIES[key].kind === 'quantity' || SERIES[key].kind === 'angle')

function joinOnce({ key }: Field, parts: Part[] | undefined, widthUs: number) {
  if (!parts) return
  joinEnds(parts, widthUs, SERIES[key].kind === 'angle')
  for (const part of parts) part.ends = null
}
