import type { RangeResponse, Source } from 'pmtiles'
import type { AreaProblem } from '#contract/wire/area.ts'

/** Why an area cannot be had, as the contract names it. */
export class AreaRefused extends Error {
  readonly problem: AreaProblem

  constructor(problem: AreaProblem, what: string, cause?: unknown) {
    super(what, { cause })
    this.name = 'AreaRefused'
    this.problem = problem
  }
}

/** A source that sends nothing for this long is gone; a slow one is not. */
const SILENCE_MS = 30_000

/** Largest directory or tile in bytes; a header that names a larger one is refused. */
export const MOST_BYTES_AT_ONCE = 33_554_432

/**
 * A file on the web, read in ranges. Every answer is compared with its request: a server without ranges sends
 * the whole world, and a changed file would send parts of other bytes.
 */
export const rangeSource = (
  url: string,
  { silenceMs = SILENCE_MS, leaving }: { silenceMs?: number; leaving?: AbortSignal | undefined } = {},
): Source => ({
  getKey: () => url,
  async getBytes(offset, length, signal, known): Promise<RangeResponse> {
    if (length > MOST_BYTES_AT_ONCE)
      throw new AreaRefused('areaSourceNoFile', `${url} announces ${length} bytes at once`)
    const silence = new AbortController()
    let timer = setTimeout(() => silence.abort(), silenceMs)
    const restartTimer = () => {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), silenceMs)
    }
    try {
      const answer = await fetch(url, {
        // Without compression, because a range of compressed bytes would be another one.
        headers: { range: `bytes=${offset}-${offset + length - 1}`, 'accept-encoding': 'identity' },
        signal: AbortSignal.any([silence.signal, leaving, signal].filter((one) => one !== undefined)),
      })
      const version = requireRange(answer, url, known)
      const bytes = new Uint8Array(length)
      let there = 0
      for await (const chunk of answer.body ?? []) {
        if (there + chunk.length > length)
          throw new AreaRefused('areaSourceNoRanges', `${url} sends more than was requested`)
        bytes.set(chunk, there)
        there += chunk.length
        restartTimer()
      }
      return { data: bytes.buffer.slice(0, there), ...(version ? { etag: version } : {}) }
    } catch (error) {
      if (error instanceof AreaRefused || signal?.aborted || leaving?.aborted) throw error
      throw new AreaRefused('areaSourceAway', `${url} does not answer`, error)
    } finally {
      clearTimeout(timer)
      // Do not read the body of a refused answer to its end.
      silence.abort()
    }
  },
})

const MISSING: readonly number[] = [401, 403, 404, 410]
const NO_SUCH_RANGE = 416

/** Returns the mark that distinguishes this file from another one at its address. Throws AreaRefused. */
function requireRange(answer: Response, url: string, known: string | undefined): string | undefined {
  const reason = `${url} answers ${answer.status}`
  if (MISSING.includes(answer.status)) throw new AreaRefused('areaSourceMissing', reason)
  if (answer.status === NO_SUCH_RANGE)
    throw new AreaRefused(known === undefined ? 'areaSourceNoFile' : 'areaSourceChanged', reason)
  if (answer.status === 200) throw new AreaRefused('areaSourceNoRanges', reason)
  if (answer.status !== 206) throw new AreaRefused('areaSourceAway', reason)
  const { headers } = answer
  const etag = headers.get('etag')
  const total = /\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1]
  // A weak tag may be equal for other bytes.
  const version =
    etag && !etag.startsWith('W/') ? etag : [headers.get('last-modified'), total].filter(Boolean).join(' ')
  if (known !== undefined && known !== version)
    throw new AreaRefused('areaSourceChanged', `${url} has another file now`)
  return version || undefined
}
