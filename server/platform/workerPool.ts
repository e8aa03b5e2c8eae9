import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { MINUTE_MS } from '#contract/domain/time.ts'
import { Problem, TOO_LARGE_UNPACKED } from '#contract/wire/errors.ts'
import type { Log } from './log.ts'
import { elsewhere } from './organizationAtWork.ts'
import type { OrganizationShares } from './organizationShares.ts'

/**
 * Work on an uploaded file: the function `run` of a module `…Worker.ts`. `ask` sends a question, or a part of the
 * result, to the server and waits for the answer, so that a worker never runs ahead of its reader.
 */
export type Job<Input, Output, Question = never, Answer = void> = (
  input: Input,
  ask: (question: Question) => Promise<Answer>,
) => Promise<Output>

/** Address of the module with the function `run` of a job. The server imports no more than the type of that function. */
export type JobModule<Run> = URL & { run?: Run }

/** A worker broke a limit of time or memory, or the file crashed it. */
export class WorkerStopped extends Error {
  constructor(why: string) {
    super(`the worker was stopped: ${why}`)
    this.name = 'WorkerStopped'
  }
}

/** Throws `too_large` for a file that stopped its worker, and any other error as it is. */
export function refuseStopped(error: unknown): never {
  throw error instanceof WorkerStopped ? new Problem('too_large', TOO_LARGE_UNPACKED) : error
}

export interface WorkerLimits {
  /** Processor time of a job, s: a busy machine makes no file too large. */
  seconds: number
  /** Resident memory of a worker, MB. */
  megabytes: number
}

export interface JobOptions<Question, Answer> {
  /** Organization for which the job is done. One organization has one worker at a time, and its jobs take turns. */
  organizationId: string
  answer?: (question: Question) => Promise<Answer>
  /** Aborting drops the job from the queue, or kills its worker. */
  signal?: AbortSignal | undefined
  /** Other limit of the processor time, s. */
  seconds?: number
}

export interface WorkerPool {
  /**
   * Rejects with WorkerStopped, with the failure of `answer`, or with the error of the job. Throws `unavailable` when no
   * worker can be started.
   */
  run<Input, Output, Question, Answer>(
    module: JobModule<Job<Input, Output, Question, Answer>>,
    input: Input,
    options: JobOptions<Question, Answer>,
  ): Promise<Output>
  readonly limits: WorkerLimits
  close(): Promise<void>
}

/** Message from the server to a worker. */
export type ToWorker = { run: string; input: unknown; seconds: number } | { answer: unknown }
/** Message from a worker to the server. */
export type FromWorker =
  | { begun: true }
  | { question: unknown }
  | { output: unknown }
  | { failed: { message: string; stack: string } }

interface Waiting {
  /** A worker ended before it began this job. */
  wasLost: boolean
  module: URL
  input: unknown
  options: JobOptions<unknown, unknown>
  resolve(output: unknown): void
  reject(error: unknown): void
}

interface Working extends Waiting {
  hasBegun: boolean
  worker: ChildProcess
  /** Time that is left until the job counts as stuck, ms. */
  leftMs: number
  /** Null while the job waits for an answer. */
  resumedMs: number | null
  timer: NodeJS.Timeout | undefined
}

/** A job counts as stuck after so many times its processor time, without the time in which it waits for answers. */
const STUCK_TIMES = 10
/** A worker that has had no job for so long ends; the next job starts another one in half a second. */
const WARM_MS = 5 * MINUTE_MS
const WORKER = fileURLToPath(new URL('./poolWorker.ts', import.meta.url))
/** Workers get no other variable: an attacked decoder finds no password in its environment. */
const PASSED_ON = ['PATH', 'TMPDIR', 'NODE_COMPILE_CACHE', 'NODE_DISABLE_COMPILE_CACHE', 'MALLOC_ARENA_MAX']

/**
 * A few processes of low priority that open files of people. A thread could not do this: its native memory has no
 * bound, and it cannot be ended inside native code.
 */
export function openWorkerPool(given: {
  size: number
  limits: WorkerLimits
  log: Log
  /** Time of workers that an organization may use while others call. */
  shares?: OrganizationShares
}): WorkerPool {
  const { size, limits, log, shares } = given
  const waiting: Waiting[] = []
  const working = new Map<ChildProcess, Working>()
  const idle = new Map<ChildProcess, NodeJS.Timeout>()
  const exits = new Set<Promise<unknown>>()
  /** Number of the last job that an organization had started; the organization that waited longest is next. */
  const lastTurn = new Map<string, number>()
  let turns = 0
  let later: NodeJS.Timeout | undefined
  let isClosed = false

  function startNext(): void {
    while (working.size < size) {
      const busy = new Set([...working.values()].map(({ options }) => options.organizationId))
      const free = waiting.filter(({ options }) => !busy.has(options.organizationId))
      const turnOf = ({ options }: Waiting) => lastTurn.get(options.organizationId) ?? 0
      const restMs = ({ options }: Waiting) => shares?.restMs(options.organizationId) ?? 0
      const [next] = free.filter((one) => restMs(one) === 0).sort((a, b) => turnOf(a) - turnOf(b))
      if (!next) {
        startLater(free.map(restMs))
        return
      }
      waiting.splice(waiting.indexOf(next), 1)
      lastTurn.set(next.options.organizationId, ++turns)
      begin(next)
    }
  }

  function startLater(rests: readonly number[]): void {
    clearTimeout(later)
    if (rests.length > 0) later = setTimeout(startNext, Math.ceil(Math.min(...rests)))
  }

  function begin(job: Waiting): void {
    const [warm] = idle.keys()
    const worker = warm ?? startWorker()
    clearTimeout(idle.get(worker))
    idle.delete(worker)
    worker.ref()
    worker.channel?.ref()
    const seconds = job.options.seconds ?? limits.seconds
    const leftMs = seconds * 1000 * STUCK_TIMES
    const one: Working = { ...job, worker, leftMs, resumedMs: null, timer: undefined, hasBegun: false }
    working.set(worker, one)
    send(worker, { run: job.module.href, input: job.input, seconds })
    resume(one)
  }

  function resume(one: Working): void {
    one.resumedMs = performance.now()
    one.timer = setTimeout(() => stop(one, new WorkerStopped('it is stuck')), one.leftMs)
  }

  function pause(one: Working): void {
    clearTimeout(one.timer)
    if (one.resumedMs === null) return
    const tookMs = performance.now() - one.resumedMs
    one.resumedMs = null
    one.leftMs = Math.max(0, one.leftMs - tookMs)
    shares?.use(one.options.organizationId, tookMs)
  }

  function startWorker(): ChildProcess {
    const worker = fork(WORKER, [String(limits.megabytes)], {
      execArgv: [`--max-old-space-size=${limits.megabytes}`, '--max-semi-space-size=8'],
      env: Object.fromEntries(
        PASSED_ON.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
      ),
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    let complaint = ''
    worker.stderr?.setEncoding('utf8').on('data', (text: string) => {
      complaint = (complaint + text).slice(0, 1000)
    })
    worker.on('message', (message: FromWorker) => void onMessage(worker, message))
    const exit = Promise.withResolvers<void>()
    exits.add(exit.promise)
    const isGone = (error: Error) => {
      clearTimeout(idle.get(worker))
      idle.delete(worker)
      const one = working.get(worker)
      if (one && !one.hasBegun) beginAgain(one)
      else if (one) finish(one, () => one.reject(error))
      exits.delete(exit.promise)
      exit.resolve()
    }
    worker.on('error', (error) => {
      log.error('a worker for uploads could not be started', { error })
      isGone(error)
    })
    // Beyond its time or memory a worker kills itself, or the engine aborts it. Its reason has arrived once its pipes are closed.
    worker.once('close', (code, signal) =>
      isGone(new WorkerStopped(`${signal ?? `exit ${code}`} ${complaint}`.trim())),
    )
    return worker
  }

  /** A worker that ended while it had no job says nothing about the next file. */
  function beginAgain(one: Working): void {
    finish(one, () => {
      if (one.wasLost) one.reject(new Problem('unavailable'))
      else waiting.unshift({ ...one, wasLost: true })
    })
  }

  async function onMessage(worker: ChildProcess, message: FromWorker): Promise<void> {
    const one = working.get(worker)
    if (!one) return
    if ('begun' in message) {
      one.hasBegun = true
      return
    }
    if ('question' in message) {
      pause(one)
      try {
        const answer = await one.options.answer?.(message.question)
        if (working.get(worker) !== one) return
        send(worker, { answer })
        resume(one)
      } catch (error) {
        if (working.get(worker) === one) stop(one, error)
      }
      return
    }
    finish(one, () => {
      if ('output' in message) one.resolve(message.output)
      else one.reject(Object.assign(new Error(message.failed.message), { stack: message.failed.stack }))
      keepWarm(worker)
    })
  }

  function keepWarm(worker: ChildProcess): void {
    worker.unref()
    worker.channel?.unref()
    const end = () => {
      idle.delete(worker)
      worker.kill('SIGKILL')
    }
    idle.set(worker, setTimeout(end, WARM_MS).unref())
  }

  /** Ends a job with its worker, whatever the worker is doing. */
  function stop(one: Working, error: unknown): void {
    one.worker.kill('SIGKILL')
    finish(one, () => one.reject(error))
  }

  function finish(one: Working, settle: () => void): void {
    pause(one)
    working.delete(one.worker)
    settle()
    startNext()
  }

  const send = (worker: ChildProcess, message: ToWorker) => {
    // A worker that is gone is noticed by its exit.
    if (worker.connected) worker.send(message, () => undefined)
  }

  return {
    limits,
    async run(module, input, options) {
      options.signal?.throwIfAborted()
      if (isClosed) throw new Error('the workers are closed')
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      const job = {
        ...{ module, input, options: options as JobOptions<unknown, unknown> },
        ...{ resolve, reject, wasLost: false },
      }
      const onAbort = () => {
        const one = [...working.values()].find((working) => working.reject === reject)
        if (one) return stop(one, options.signal?.reason)
        const place = waiting.findIndex((waiting) => waiting.reject === reject)
        if (place >= 0) waiting.splice(place, 1)
        reject(options.signal?.reason)
      }
      options.signal?.addEventListener('abort', onAbort, { once: true })
      waiting.push(job)
      startNext()
      try {
        return (await elsewhere(() => promise)) as never
      } finally {
        options.signal?.removeEventListener('abort', onAbort)
      }
    },
    async close() {
      isClosed = true
      const error = new Error('the workers are closed')
      for (const { reject } of waiting.splice(0)) reject(error)
      for (const one of [...working.values()]) stop(one, error)
      for (const worker of idle.keys()) {
        // Its exit is awaited, so it has to keep this process alive again.
        worker.ref()
        worker.kill('SIGKILL')
      }
      await Promise.all(exits)
    },
  }
}
