import type { Config } from '#server/config.ts'
import { type Held, noLease, withLease } from '#server/platform/withLease.ts'
import { recordsLease } from '#server/records/leases.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { type Demo, type DemoDependencies, startDemo } from './startDemo.ts'

/** Runs the demo fleet in one of several processes; another process takes over within seconds when that one dies. */
export async function holdDemo(
  deps: DemoDependencies & { config: Pick<Config, 'isShared'> },
  onPrepared: () => void,
): Promise<Held<Demo>> {
  const start = async (db: Db) => {
    const demo = await startDemo({ ...deps, db })
    void demo.prepared.then((isComplete) => isComplete && onPrepared())
    return demo
  }
  if (!deps.config.isShared) return noLease(await start(deps.db))
  const lease = recordsLease(deps.db, 'demo')
  return withLease({ lease, start: () => start(lease.fenced), log: deps.log })
}
