/** A process of a worker pool: runs one job after the other, and ends itself when one breaks a limit. */
import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { FromWorker, Job, ToWorker } from './workerPool.ts'

/** Lower than the server, which may have to take data of boats. It still has a third of a core beside busy programs. */
const NICENESS = 5

try {
  setPriority(NICENESS)
  // When the whole machine is out of memory, Linux ends this process first.
  writeFileSync('/proc/self/oom_score_adj', '1000')
} catch {
  // Other systems have no such file, and a system may forbid either.
}
const watch = new Worker(new URL('./limitWatchWorker.ts', import.meta.url), {
  workerData: { megabytes: Number(process.argv[2]), parent: process.ppid },
  execArgv: [],
})
watch.unref()

let answered: PromiseWithResolvers<unknown> | undefined

const send = (message: FromWorker) => process.send?.(message)

function ask(question: unknown): Promise<unknown> {
  answered = Promise.withResolvers()
  send({ question })
  return answered.promise
}

async function work(module: string, input: unknown, seconds: number): Promise<void> {
  watch.postMessage(seconds)
  send({ begun: true })
  try {
    const { run } = (await import(module)) as { run: Job<unknown, unknown, unknown, unknown> }
    send({ output: await run(input, ask) })
  } catch (error) {
    const { message, stack = '' } = error instanceof Error ? error : new Error(String(error))
    send({ failed: { message: message.slice(0, LONGEST_TEXT), stack: stack.slice(0, LONGEST_TEXT) } })
  }
}

/** Longest text of an error, in characters: a decoder may quote its whole input. */
const LONGEST_TEXT = 4000

process.on('message', (message: ToWorker) => {
  if ('run' in message) void work(message.run, message.input, message.seconds)
  else answered?.resolve(message.answer)
})
process.on('disconnect', () => process.exit())
