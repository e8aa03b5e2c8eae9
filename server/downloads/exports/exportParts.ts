import { DAY_US, HOUR_US } from '#contract/domain/time.ts'
import type { Language } from '#contract/text/language.ts'
import type { ExportKind } from '#contract/wire/fleetExport.ts'
import { attitudeTurns } from '#server/processing/formulas/impacts/accelerations.ts'
import type { ExportRow } from '#server/records/fleetExports.ts'
import { sensorSettingsOf } from '#server/records/sensors.ts'
import { directoryOf } from '#server/records/vesselDirectory.ts'
import { RAW_MOTION_COLUMNS, type RawMotionFormat } from '#server/telemetry/motion.ts'
import { fileStem } from '../fileStem.ts'
import type { Column, Page, Table } from '../table.ts'
import { bySecond, secondsTable } from '../tables/secondsTable.ts'
import { POSITION } from '../tables/tripTables.ts'
import {
  alertsTable,
  type Choice,
  type ChosenVessel,
  impactsTable,
  type Stores,
  tripsTable,
} from './exportTables.ts'

/** One file of the archive. */
export interface Part {
  /** Path in the archive, without an extension. */
  path: string
  vessel: { id: string; name: string } | null
  columns: readonly Column[]
  /** Progress of the whole export, 0 to 1, when this part begins and when it ends. */
  share: readonly [number, number]
  content:
    | { pages: Table['pages'] }
    /** The column store writes the file itself and answers how many rows there are. */
    | { write(format: RawMotionFormat, path: string): Promise<number> }
}

/**
 * Parts of an export, one after the other. Records come in one file, seconds by vessel and month, motion by vessel and
 * day, both of UTC. Series without data have no part.
 */
export async function* exportParts(stores: Stores, row: ExportRow): AsyncGenerator<Part> {
  const { organizationId, departmentIds, vesselId, fromUs, toUs } = row
  const kind = row.kind as ExportKind
  const choice: Choice = { scope: { organizationId, departmentIds }, vesselId, fromUs, toUs }
  const vessels = await directoryOf(stores.db, choice.scope, vesselId === null ? null : [vesselId])
  const whole = (table: Table): Part => ({
    ...{ path: kind, vessel: null, columns: table.columns, share: [0, 1] },
    content: { pages: table.pages },
  })
  switch (kind) {
    case 'trips':
      return yield whole(tripsTable(stores, choice, row.format === 'geojson'))
    case 'alerts':
      return yield whole(alertsTable(stores, choice, row.language as Language))
    case 'impacts':
      return yield whole(impactsTable(stores, choice, vessels))
    case 'seconds':
    case 'motion': {
      const partsOf = kind === 'seconds' ? secondsParts : motionParts
      for (const [i, vessel] of vessels.entries())
        for await (const { share, ...part } of partsOf(stores, choice, vessel))
          yield { ...part, share: [(i + share[0]) / vessels.length, (i + share[1]) / vessels.length] }
    }
  }
}

/** Two boats may have one name. */
const folderOf = (kind: string, { id, name }: ChosenVessel) => `${kind}/${fileStem(name)}-${id.slice(0, 8)}`

async function* secondsParts(stores: Stores, choice: Choice, vessel: ChosenVessel): AsyncGenerator<Part> {
  const { telemetry, db } = stores
  const reported = await telemetry.sources.of(vessel.number)
  const firstUs = Math.max(choice.fromUs, Math.min(...reported.map(({ fromUs }) => fromUs)))
  const endUs = Math.min(choice.toUs, Math.max(...reported.map(({ toUs }) => toUs)) + 1)
  const turns = attitudeTurns(await sensorSettingsOf(db, vessel.id))
  for (let fromUs = firstUs; fromUs < endUs; ) {
    const nextUs = Math.min(endUs, nextMonthUs(fromUs))
    const month = { vesselNumber: vessel.number, fromUs, toUs: nextUs - 1 }
    const share = [(fromUs - firstUs) / (endUs - firstUs), (nextUs - firstUs) / (endUs - firstUs)] as const
    const name = new Date(fromUs / 1000).toISOString().slice(0, 7)
    fromUs = nextUs
    const runs = runsOf(await telemetry.series.hoursWithData(month))
    if (runs.length === 0) continue
    const fields = [...POSITION, ...(await telemetry.series.fieldsIn(month)).map(bySecond)]
    const tables = runs.map((run) => {
      const interval = {
        ...month,
        fromUs: Math.max(month.fromUs, run.fromUs),
        toUs: Math.min(month.toUs, run.toUs),
      }
      return secondsTable(telemetry, interval, fields, undefined, turns)
    })
    const columns = tables[0]?.columns ?? []
    yield {
      path: `${folderOf('seconds', vessel)}/${name}`,
      vessel,
      columns,
      share,
      content: { pages: joined(tables) },
    }
  }
}

const nextMonthUs = (timeUs: number) => {
  const date = new Date(timeUs / 1000)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1) * 1000
}

/** Joins consecutive hours, so that hours without data are not read. */
function runsOf(hoursUs: readonly number[]): { fromUs: number; toUs: number }[] {
  const runs: { fromUs: number; toUs: number }[] = []
  for (const hourUs of hoursUs) {
    const last = runs.at(-1)
    if (last?.toUs === hourUs - 1) last.toUs = hourUs + HOUR_US - 1
    else runs.push({ fromUs: hourUs, toUs: hourUs + HOUR_US - 1 })
  }
  return runs
}

async function* joined(tables: readonly Table[]): AsyncGenerator<Page> {
  for (const [i, { pages }] of tables.entries())
    for await (const page of pages) yield { ...page, progress: (i + page.progress) / tables.length }
}

const MOTION_COLUMNS: readonly Column[] = RAW_MOTION_COLUMNS.map(([name, unit]) =>
  unit === 'UTC' ? { kind: 'time', name, digits: 6 } : { kind: 'number', name, unit, digits: 3 },
)

async function* motionParts(
  { telemetry }: Stores,
  { fromUs, toUs }: Choice,
  vessel: ChosenVessel,
): AsyncGenerator<Part> {
  const interval = { vesselNumber: vessel.number, fromUs, toUs: toUs - 1 }
  const days = await telemetry.motion.daysWithData(interval)
  for (const [i, dayUs] of days.entries()) {
    const day = {
      ...interval,
      fromUs: Math.max(interval.fromUs, dayUs),
      toUs: Math.min(interval.toUs, dayUs + DAY_US - 1),
    }
    yield {
      path: `${folderOf('motion', vessel)}/${new Date(dayUs / 1000).toISOString().slice(0, 10)}`,
      ...{ vessel, columns: MOTION_COLUMNS, share: [i / days.length, (i + 1) / days.length] },
      content: { write: (format, path) => telemetry.motion.writeRaw(day, format, path) },
    }
  }
}
