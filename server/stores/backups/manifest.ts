import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** How many rows a table has, and a number that follows from all of them. */
const Sum = z.object({ rows: z.number().int(), sum: z.string() })
export type Sum = z.infer<typeof Sum>

/** Description of a backup. It is written last: a directory without one is no backup. */
const Manifest = z.object({
  format: z.literal(2),
  /** The instant that the backup shows (ISO 8601). */
  taken_at: z.string(),
  /** How many migrations the records and the telemetry had. */
  records_migrations: z.number().int(),
  telemetry_migrations: z.number().int(),
  /** Last value of each sequence, so that no number is given out twice. */
  sequences: z.record(z.string(), z.number().int()),
  /** Rows and sum of each table of the records. */
  record_sums: z.record(z.string(), Sum),
})
export type Manifest = z.infer<typeof Manifest>

const pathOf = (directory: string) => join(directory, 'manifest.json')

export const writeManifest = (directory: string, manifest: Manifest) =>
  writeFile(pathOf(directory), JSON.stringify(manifest, null, 2))

/** Rejects with a sentence when the directory has no backup, or one that this program cannot read. */
export async function readManifest(directory: string): Promise<Manifest> {
  if (!existsSync(pathOf(directory))) throw new Error(`There is no complete backup in ${directory}.`)
  const parsed = Manifest.safeParse(JSON.parse(await readFile(pathOf(directory), 'utf8')))
  if (!parsed.success)
    throw new Error(`The backup in ${directory} has a format that this version does not know.`)
  return parsed.data
}
