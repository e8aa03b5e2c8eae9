import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const NAMES = ['vessel', 'series', 'instance', 'source', 'from_day', 'to_day']
const line = (vesselNumber: number) => `${vesselNumber}\t2\t3\t4\t5\t6\n`

test.each(['what somebody types\n', line(9)])(
  'stores nothing from the process’s input when it is %j',
  async (input) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'taffrail-columns-'))
    const script = `
    import { openColumns } from '#server/stores/columns/openColumns.ts'
    const columns = await openColumns({ dataDir: ${JSON.stringify(dataDir)} })
    await columns.insert('telemetry.sources', ${JSON.stringify(NAMES)}, ${JSON.stringify(line(1))})
    const rows = await columns.rows('SELECT vessel FROM telemetry.sources')
    await columns.close()
    console.log(JSON.stringify(rows))`
    const args = ['--input-type=module', '--eval', script]
    const stored = execFileSync(process.execPath, args, { encoding: 'utf8', input })
    expect(JSON.parse(stored)).toEqual([{ vessel: 1 }])
    await rm(dataDir, { recursive: true })
  },
)
