import { parseSentence, sentencesIn } from '#protocols/nmea0183/sentence.ts'
import { SENTENCE_READERS } from '#protocols/nmea0183/sentenceReaders.ts'
import { latin1, textLines } from '#protocols/textLines.ts'
import type { Part, PartReader, Reject } from './part.ts'

const POSITIONS = new Set(['RMC', 'GGA', 'GNS', 'GLL'])
/** Sentences that give others the time, the variation, the heading or the dilution of precision. */
const CONTEXT = new Set(['RMC', 'ZDA', 'GGA', 'GNS', 'GSA', 'HDG', 'HDT', 'HDM', 'VHW'])
const OTHERS = new Set(['ZDA', 'VDM'])
const MAX_OPEN = 50

/** Sentences that the server uses, each by itself; the sentences of one AIS message stay together. */
export class SentenceParts implements PartReader {
  readonly #reject: Reject
  readonly #open = new Map<string, string[]>()
  readonly #lastMs = new Map<string, number>()
  #hasFix = false

  constructor(reject: Reject) {
    this.#reject = reject
  }

  read({ bytes, arrivedMs }: { bytes: Uint8Array; arrivedMs: number }): Part[] {
    const parts: Part[] = []
    for (const line of textLines(latin1(bytes)))
      for (const text of sentencesIn(line)) {
        const part = this.#sentence(text, arrivedMs)
        if (part) parts.push(part)
      }
    return parts
  }

  #sentence(text: string, arrivedMs: number): Part | null {
    const sentence = parseSentence(text)
    if (sentence === 'ignored') return null
    if (typeof sentence === 'string') {
      this.#reject(sentence)
      return null
    }
    const { talker, type, fields } = sentence
    if (!Object.hasOwn(SENTENCE_READERS, type) && !OTHERS.has(type)) return null
    const bare = withoutPrefix(text)
    if (type === 'VDM') return this.#ais(bare, fields, arrivedMs)
    const kind = [talker, type, ...distinguishing(type, fields)].join('.')
    const measuredMs = Math.max(Math.round(arrivedMs), (this.#lastMs.get(kind) ?? 0) + 1)
    this.#lastMs.set(kind, measuredMs)
    const gnssMs = this.#gnssMs(type, fields)
    return {
      ...{ kind, measuredMs },
      bytes: Buffer.from(bare, 'latin1'),
      isPosition: POSITIONS.has(type),
      isContext: CONTEXT.has(type),
      ...(gnssMs !== null && { gnssMs }),
    }
  }

  /** The sentences of a message as one part, with its last one. */
  #ais(text: string, fields: string[], arrivedMs: number): Part | null {
    const [total = '', number = '', sequence = '', channel = '', payload = ''] = fields
    if (total === '1') return aisPart(payload, [text], arrivedMs)
    const key = `${total}/${sequence}/${channel}`
    if (number === '1') {
      if (this.#open.size >= MAX_OPEN) this.#open.clear()
      this.#open.set(key, [text])
      return null
    }
    const open = this.#open.get(key)
    if (!open || Number(number) !== open.length + 1) {
      this.#open.delete(key)
      this.#reject('malformed')
      return null
    }
    open.push(text)
    if (open.length < Number(total)) return null
    this.#open.delete(key)
    const first = open[0]?.split(',')[5] ?? ''
    return aisPart(first, open, arrivedMs)
  }

  #gnssMs(type: string, fields: string[]): number | null {
    if (type === 'RMC') {
      this.#hasFix = fields[1] === 'A'
      const [, day, month, year] = /^(\d\d)(\d\d)(\d\d)$/.exec(fields[8] ?? '') ?? []
      return this.#hasFix ? utcMs(`20${year}`, month, day, fields[0]) : null
    }
    if (type !== 'ZDA' || !this.#hasFix) return null
    const [time, day = '', month = '', year] = fields
    return utcMs(year, month.padStart(2, '0'), day.padStart(2, '0'), time)
  }
}

/** The type and the ship are in the first 38 bits: seven characters. */
const aisPart = (payload: string, sentences: readonly string[], arrivedMs: number): Part => ({
  kind: `AIS.${payload.slice(0, 7)}`,
  measuredMs: Math.round(arrivedMs),
  bytes: Buffer.from(sentences.join('\n'), 'latin1'),
})

/** A sentence about several things says which one in these fields. */
function distinguishing(type: string, fields: readonly string[]): string[] {
  if (type === 'XDR') return fields.filter((_, i) => i % 4 === 3)
  if (type === 'RPM') return fields.slice(0, 2)
  return type === 'MWV' ? fields.slice(1, 2) : []
}

function utcMs(year?: string, month?: string, day?: string, time = ''): number | null {
  const [, hours, minutes, seconds] = /^(\d\d)(\d\d)(\d\d(?:\.\d+)?)$/.exec(time) ?? []
  if (hours === undefined) return null
  const ms = Date.parse(`${year}-${month}-${day}T${hours}:${minutes}:00Z`) + Number(seconds) * 1000
  return Number.isNaN(ms) ? null : ms
}

/** A sentence without the TAG block or the time of a logger before it. */
function withoutPrefix(text: string): string {
  const tagEnd = text.startsWith('\\') ? text.indexOf('\\', 1) + 1 : 0
  return text.slice(tagEnd + text.slice(tagEnd).search(/[$!]/))
}
