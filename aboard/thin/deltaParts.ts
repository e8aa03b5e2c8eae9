import { isRecord, type JsonRecord, parseJson } from '#protocols/json.ts'
import { timestampUs } from '#protocols/timestampUs.ts'
import type { Part, PartReader, Reject } from './part.ts'
import { StreamClocks } from './streamClock.ts'

/** Values that complete others. */
const CONTEXT =
  /^(navigation\.(magneticVariation|gnss\.horizontalDilution|gnss\.methodQuality)|tanks\.fuel\.[^.]+\.capacity)$/
const STATES = /^(notifications\.|navigation\.state$|electrical\.switches\.)/

/**
 * Deltas, one value a part, so that each is classed by its path and source. Times of the Signal K server and of
 * receivers are translated into the monotonic clock, so each of their clocks may be wrong.
 */
export class DeltaParts implements PartReader {
  readonly #reject: Reject
  readonly #clocks = new StreamClocks()
  #self: string | null = null

  constructor(reject: Reject) {
    this.#reject = reject
  }

  read({ bytes, arrivedMs }: { bytes: Uint8Array; arrivedMs: number }): Part[] {
    const parsed = parseJson(new TextDecoder().decode(bytes))
    if (parsed === undefined) this.#reject('malformed')
    return (Array.isArray(parsed) ? parsed : [parsed]).flatMap((delta) => this.#delta(delta, arrivedMs))
  }

  #delta(delta: unknown, arrivedMs: number): Part[] {
    if (!isRecord(delta)) return []
    if (typeof delta.self === 'string') this.#self = inVessels(delta.self)
    if (!Array.isArray(delta.updates)) return []
    const context = typeof delta.context === 'string' ? delta.context : ''
    return delta.updates.flatMap((update) =>
      isRecord(update) ? this.#update(update, context, arrivedMs) : [],
    )
  }

  #update(update: JsonRecord, context: string, arrivedMs: number): Part[] {
    if (!Array.isArray(update.values)) return []
    const ownMs = typeof update.timestamp === 'string' ? timestampUs(update.timestamp) / 1000 : Number.NaN
    const measuredMs = Math.round(Number.isNaN(ownMs) ? arrivedMs : this.#clocks.measuredMs(ownMs, arrivedMs))
    const isSelf = this.#isSelf(context)
    const sourceName =
      typeof update.$source === 'string' ? update.$source : JSON.stringify(update.source ?? '')
    const source = {
      ...(update.$source !== undefined && { $source: update.$source }),
      ...(update.source !== undefined && { source: update.source }),
    }
    const send = (values: unknown[]) =>
      Buffer.from(JSON.stringify({ updates: [{ ...source, values }], ...(!isSelf && { context }) }))
    // The values of another ship make one report.
    if (!isSelf) {
      const paths = update.values.map((value) => (isRecord(value) ? String(value.path) : '')).join()
      return [{ kind: `${context} ${paths} ${sourceName}`, measuredMs, bytes: send(update.values) }]
    }
    return update.values.flatMap((value): Part[] => {
      if (!isRecord(value) || typeof value.path !== 'string') return []
      const gnssMs = value.path === 'navigation.datetime' ? Date.parse(String(value.value)) : Number.NaN
      return [
        {
          kind: `${value.path} ${sourceName}`,
          measuredMs,
          bytes: send([value]),
          isPosition: value.path === 'navigation.position',
          isContext: CONTEXT.test(value.path),
          ...(STATES.test(value.path) && { state: JSON.stringify(value.value ?? null) }),
          ...(!Number.isNaN(gnssMs) && { gnssMs }),
        },
      ]
    })
  }

  #isSelf(context: string): boolean {
    return context === '' || context === 'vessels.self' || context === this.#self
  }
}

const inVessels = (self: string) => (self.startsWith('vessels.') ? self : `vessels.${self}`)
