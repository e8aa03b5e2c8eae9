import type { Share } from '#server/cluster/openShare.ts'
import type { Held } from '#server/cluster/withLease.ts'
import { type Demo, type DemoDependencies, startDemo } from './startDemo.ts'

/** Runs the demo fleet in one of several processes; another process takes over within seconds when that one dies. */
export const holdDemo = (
  { share, ...deps }: DemoDependencies & { share: Pick<Share, 'one'> },
  onPrepared: () => void,
): Promise<Held<Demo>> =>
  share.one('demo', async (db) => {
    const demo = await startDemo({ ...deps, db })
    void demo.prepared.then((isComplete) => isComplete && onPrepared())
    return demo
  })
