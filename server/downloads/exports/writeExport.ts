import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Writable } from 'node:stream'
import { ZipWriter } from '@zip.js/zip.js'
import type { ExportFormat } from '#contract/wire/fleetExport.ts'
import { isoOf } from '#contract/wire/instant.ts'
import type { ExportRow } from '#server/records/fleetExports.ts'
import { writeCsv } from '../csv.ts'
import { writeGeoJson } from '../geoJson.ts'
import { writeParquet } from '../parquet.ts'
import type { Page, Table } from '../table.ts'
import { DataPackage } from './dataPackage.ts'
import { exportParts, type Part } from './exportParts.ts'
import type { Stores } from './exportTables.ts'

/** How far an export is. */
export interface ExportProgress {
  /** 0 to 1. */
  progress: number
  rows: number
}

const WRITERS: Readonly<Record<ExportFormat, (table: Table) => AsyncIterable<Buffer>>> = {
  csv: writeCsv,
  parquet: writeParquet,
  geojson: (table) => writeGeoJson(table, { all: true }),
}

/**
 * Writes an archive to `path`, part by part as the parts are read, so that an archive of any size needs
 * little memory. Files that the column store writes itself lie beside it meanwhile. `step` receives the
 * progress, and ends the export by throwing.
 */
export async function writeExport(
  stores: Stores,
  row: ExportRow,
  path: string,
  step: (progress: ExportProgress) => Promise<void>,
): Promise<ExportProgress> {
  const format = row.format as ExportFormat
  const file = createWriteStream(path)
  const zip = new ZipWriter(Writable.toWeb(file), { useWebWorkers: false, zip64: true })
  const description = new DataPackage(format)
  const beside = `${path}.part`
  let rows = 0
  const put = (name: string, bytes: AsyncIterable<Uint8Array>) =>
    // Parquet is compressed already.
    zip.add(name, ReadableStream.from(bytes), { level: format === 'parquet' ? 0 : 6 })

  async function* counted({ share: [from, to] }: Part, pages: AsyncIterable<Page>) {
    for await (const page of pages) {
      rows += page.rows
      await step({ progress: from + page.progress * (to - from), rows })
      yield page
    }
  }

  try {
    for await (const part of exportParts(stores, row)) {
      const name = `${part.path}.${format}`
      const before = rows
      const { content, columns, share } = part
      if ('pages' in content) {
        await put(name, WRITERS[format]({ columns, pages: counted(part, content.pages) }))
      } else {
        const found = await content.write(format === 'parquet' ? 'Parquet' : 'CSVWithNames', beside)
        if (found === 0) continue
        await put(name, createReadStream(beside))
        await rm(beside)
        rows += found
      }
      description.add(part, name, rows - before)
      await step({ progress: share[1], rows })
    }
    for (const [name, content] of description.files(aboutOf(row))) await put(name, toBytes(content))
    await zip.close()
  } finally {
    await rm(beside, { force: true })
    file.destroy()
  }
  return { progress: 1, rows }
}

async function* toBytes(content: string) {
  yield Buffer.from(content)
}

const aboutOf = ({ fileName, kind, fromUs, toUs, createdAt }: ExportRow) => ({
  name: fileName.replace(/\.zip$/, '').toLowerCase(),
  created: createdAt.toISOString(),
  kind,
  start: isoOf(fromUs),
  end: isoOf(toUs),
})
