import { parseField, SERIES } from '#contract/domain/series.ts'
import { Alert } from '#contract/wire/alert.ts'
import type { ExportFormat } from '#contract/wire/fleetExport.ts'
import { ImpactEvent, SensorImpact } from '#contract/wire/impact.ts'
import { Trip, TripStats } from '#contract/wire/trip.ts'
import { heading } from '../csv.ts'
import { titleOf } from '../parquet.ts'
import type { Column } from '../table.ts'
import type { Part } from './exportParts.ts'

/** One file of the archive, for the description of all files. */
interface Resource {
  name: string
  path: string
  format: ExportFormat
  mediatype: string
  /** The path of its schema: many files have the same columns. */
  schema: string
  vessel?: { id: string; name: string }
  rows: number
}

const MEDIA_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv',
  parquet: 'application/vnd.apache.parquet',
  geojson: 'application/geo+json',
}

/**
 * Describes an archive as a Data Package (datapackage.org): its files, and the name, type, unit and
 * description of each column.
 */
export class DataPackage {
  readonly #format: ExportFormat
  readonly #schemas = new Map<string, string>()
  readonly #resources: Resource[] = []

  constructor(format: ExportFormat) {
    this.#format = format
  }

  add({ vessel, columns }: Pick<Part, 'vessel' | 'columns'>, path: string, rows: number): void {
    const fields = JSON.stringify(columns.map((column) => fieldOf(column, this.#format)))
    const schema = this.#schemas.get(fields) ?? `schemas/${this.#schemas.size + 1}.json`
    this.#schemas.set(fields, schema)
    this.#resources.push({
      name: path.replace(/[^\w.-]+/g, '-').toLowerCase(),
      ...{ path, format: this.#format, mediatype: MEDIA_TYPES[this.#format], schema },
      ...(vessel && { vessel: { id: vessel.id, name: vessel.name } }),
      rows,
    })
  }

  /** The description and the schemas that it names, by their paths. */
  files(about: Record<string, unknown>): [path: string, content: string][] {
    const schemas = [...this.#schemas].map(([fields, path]): [string, string] => [
      path,
      pretty({
        $schema: 'https://datapackage.org/profiles/2.0/tableschema.json',
        fields: JSON.parse(fields),
        missingValues: [''],
      }),
    ])
    const description = {
      $schema: 'https://datapackage.org/profiles/2.0/datapackage.json',
      ...about,
      resources: this.#resources,
    }
    return [...schemas, ['datapackage.json', pretty(description)]]
  }
}

const pretty = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

const TYPES = { time: 'datetime', number: 'number', text: 'string' } as const

function fieldOf(column: Column, format: ExportFormat) {
  const description = meaningOf(column.name)
  return {
    name: format === 'csv' ? heading(column) : format === 'parquet' ? titleOf(column) : column.name,
    type: TYPES[column.kind],
    ...(column.kind === 'number' && column.unit !== '' && { unit: column.unit }),
    ...(description && { description }),
  }
}

/** Descriptions of columns that differ from the field of that name in the API, or have no field. */
const COLUMN_DESCRIPTIONS: Readonly<Record<string, string>> = {
  time: 'Time of the row, in UTC.',
  vessel: 'Name of the vessel.',
  vessel_id: 'Identifier of the vessel, a UUID.',
  captain: 'Name of the captain; empty without a captain.',
  department: "Name of the vessel's department.",
  alerts: 'Number of alerts during the trip.',
  sensor: 'Number on board of the sensor with the largest impact.',
  sensors: 'Number of motion sensors that registered the event.',
  state: 'State of the alert: `ongoing`, `ended` or `withdrawn`.',
}
/** The first shape with a name describes it. */
const SHAPES = [TripStats.shape, Trip.shape, ImpactEvent.shape, SensorImpact.shape, Alert.shape]

/** Describes a column: a series of the catalogue with its instance, or a field of the API. */
function meaningOf(name: string): string | undefined {
  const series = parseField(name)
  if (!series) return COLUMN_DESCRIPTIONS[name] ?? fieldDescription(name)
  const words = SERIES[series.key].labels.en
  return series.instance > 0 ? `${words} ${series.instance}` : words
}

function fieldDescription(name: string): string | undefined {
  const fields = SHAPES.map(
    (shape: Readonly<Record<string, { description?: string | undefined }>>) => shape[name],
  )
  return fields.find((field) => field !== undefined)?.description
}
