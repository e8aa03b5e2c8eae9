/** A job of every kind that a worker pool has to bear. */
import type { Job } from '#server/platform/workerPool.ts'

export type PoolTask =
  | { does: 'answer'; value: number }
  | { does: 'spin' | 'hang' | 'crash' | 'complain' | 'fail' | 'readEnvironment' | 'readProcess' }
  | { does: 'fillHeap' }
  | { does: 'fillBuffers'; megabytes: number }
  | { does: 'ask'; times: number }

export const run: Job<PoolTask, unknown, number, number> = async (task, ask) => {
  if (task.does === 'answer') return task.value
  if (task.does === 'fail') throw new Error(`this file is no good: ${'x'.repeat(100_000)}`)
  if (task.does === 'complain') process.stderr.write('x'.repeat(100_000))
  if (task.does === 'complain') process.exit(1)
  if (task.does === 'crash') process.abort()
  if (task.does === 'hang') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  if (task.does === 'spin') while (true);
  if (task.does === 'readEnvironment') return process.env
  if (task.does === 'readProcess') return process.pid
  if (task.does === 'ask') {
    let sum = 0
    for (let i = 0; i < task.times; i++) sum += await ask(i)
    return sum
  }
  const kept: unknown[] = []
  // Fills this much alone and stays, so that only the limit of memory ends it.
  if (task.does === 'fillBuffers') kept.push(Buffer.alloc(task.megabytes * 1e6, 1))
  if (task.does === 'fillBuffers') return new Promise(() => kept)
  while (true) kept.push({ text: `${kept.length}`.repeat(9) })
}
