import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Segment } from '../queue/segment.ts'
import { DATA_CLASSES } from '../record.ts'

/** Number of records in a state folder that the shore has not acknowledged. */
export function waitingRecords(stateFolder: string): number {
  const queue = join(stateFolder, 'queue')
  if (!existsSync(queue)) return 0
  return readdirSync(queue)
    .filter((name) => name.endsWith('.seg'))
    .reduce((sum, name) => {
      const segment = Segment.open(join(queue, name), 0, false)
      return sum + DATA_CLASSES.reduce((all, one) => all + (segment?.left[one].records ?? 0), 0)
    }, 0)
}
