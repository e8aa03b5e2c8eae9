/**
 * Makes calls over HTTP on a thread of its own, as browsers and programs do, so that the server's thread has the server's
 * work alone. The bench passes jobs to `openCaller`; the thread runs this file.
 */
import { once } from 'node:events'
import { Agent, type IncomingMessage, type RequestOptions, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { brotliDecompressSync } from 'node:zlib'

export interface Ask {
  name: string
  method?: string
  url: string
  headers: Record<string, string>
  body?: object
  /** File that is sent as a form. */
  file?: { name: string; bytes: Uint8Array }
  /** Field of the answer with the path of a file, which is fetched as part of the call, and the address before it. */
  follow?: { field: string; url: string }
}

type Job =
  /** Asks one after the other, `runs` times in turn or until `seconds` are over. */
  | { kind: 'measure'; asks: Ask[]; runs: number; seconds: number }
  /** Asks everything at once, `atOnce` times each, until it is stopped. */
  | { kind: 'flood'; asks: Ask[]; atOnce: number }
  | { kind: 'stop' }

interface Measured {
  /** Times of each call, in ms. */
  took: Record<string, number[]>
  /** Processor time of the whole process until the answer of each call, in ms. */
  used: Record<string, number[]>
  /** Answers of each call by status. */
  answers: Record<string, Record<number, number>>
}

export function openCaller() {
  const thread = new Worker(new URL(import.meta.url))
  return {
    async measure(asks: Ask[], runs: number, seconds: number): Promise<Measured> {
      thread.postMessage({ kind: 'measure', asks, runs, seconds } satisfies Job)
      const [measured] = await once(thread, 'message')
      return measured
    },
    flood: (asks: Ask[], atOnce: number) => thread.postMessage({ kind: 'flood', asks, atOnce } satisfies Job),
    async stop(): Promise<Measured> {
      thread.postMessage({ kind: 'stop' } satisfies Job)
      const [measured] = await once(thread, 'message')
      return measured
    },
    close: () => thread.terminate(),
  }
}

if (!isMainThread) {
  const port = parentPort
  const agent = new Agent({ keepAlive: true })
  let stop = new AbortController()
  let flooding: Promise<unknown> = Promise.resolve()
  let measured: Measured = { took: {}, used: {}, answers: {} }

  async function call(ask: Ask, signal: AbortSignal): Promise<void> {
    const beganMs = performance.now()
    const before = process.cpuUsage()
    const status = await send(ask, signal)
    const { user, system } = process.cpuUsage(before)
    const { took, used, answers } = measured
    took[ask.name] = [...(took[ask.name] ?? []), performance.now() - beganMs]
    used[ask.name] = [...(used[ask.name] ?? []), (user + system) / 1000]
    const byStatus = answers[ask.name] ?? {}
    byStatus[status] = (byStatus[status] ?? 0) + 1
    answers[ask.name] = byStatus
  }

  async function send({ method, body, file, follow, ...ask }: Ask, signal: AbortSignal): Promise<number> {
    const form = new FormData()
    if (file) form.append('files', new Blob([new Uint8Array(file.bytes)]), file.name)
    const sent = file ? new Response(form) : body && Response.json(body)
    const type = sent?.headers.get('content-type')
    const headers = { ...ask.headers, ...(type && { 'content-type': type }) }
    const bytes = sent && Buffer.from(await sent.arrayBuffer())
    const answer = await answerTo(
      ask.url,
      { signal, method: method ?? (sent ? 'POST' : 'GET'), headers },
      bytes,
    )
    if (!follow || answer.status >= 300) return answer.status
    const text = (answer.encoding === 'br' ? brotliDecompressSync(answer.bytes) : answer.bytes).toString()
    const found = new RegExp(`"${follow.field}":"([^"]+)"`).exec(text)?.[1] ?? ''
    return (await answerTo(follow.url + found, { signal, method: 'GET', headers: ask.headers })).status
  }

  /** Leaves the answer compressed: threads that decompress here would be those that compress for the server. */
  async function answerTo(url: string, options: RequestOptions, bytes?: Buffer) {
    const sent = request(url, { ...options, agent })
    sent.end(bytes)
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    return {
      status: answer.statusCode ?? 0,
      encoding: answer.headers['content-encoding'],
      bytes: await buffer(answer),
    }
  }

  port?.on('message', async (job: Job) => {
    if (job.kind === 'measure') {
      measured = { took: {}, used: {}, answers: {} }
      const untilMs = performance.now() + job.seconds * 1000
      for (let run = 0; run < job.runs && performance.now() < untilMs; run++)
        for (const ask of job.asks) await call(ask, stop.signal)
      port.postMessage(measured)
    } else if (job.kind === 'flood') {
      stop = new AbortController()
      const { signal } = stop
      measured = { took: {}, used: {}, answers: {} }
      const one = async (ask: Ask) => {
        while (!signal.aborted) await call(ask, signal)
      }
      const all = job.asks.flatMap((ask) => Array.from({ length: job.atOnce }, () => one(ask)))
      flooding = Promise.allSettled(all)
    } else {
      stop.abort()
      await flooding
      port.postMessage(measured)
    }
  })
}
