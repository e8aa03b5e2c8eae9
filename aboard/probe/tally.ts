import { parseFrameLine } from '#protocols/can/frameLine.ts'
import { isRecord, parseJson } from '#protocols/json.ts'
import { parseSentence } from '#protocols/nmea0183/sentence.ts'
import { latin1 } from '#protocols/textLines.ts'
import type { Message } from '../message.ts'

/** Names of what one message contains, shown at most. */
const MOST_NAMES = 12

/** Text forms of CAN frames by the beginning of their lines. */
const CAN_FORMS: readonly (readonly [RegExp, string])[] = [
  [/^!PDGY/, 'NMEA 2000 of an iKonvert'],
  [/^\d\d:\d\d:\d\d/, 'NMEA 2000 as Yacht Devices RAW'],
  [/^A\d{6}\./, 'NMEA 2000 of Actisense'],
  [/^\{/, 'NMEA 2000 as JSON of canboat'],
  [/^\d{4}-/, 'NMEA 2000 as text of canboat'],
]
const CANDUMP = 'CAN frames of candump'

interface Counted {
  form: string
  /** Sentences, PGNs, paths or fields. */
  names: readonly string[]
}

/** Counts the messages of one source by form and content. */
export class Tally {
  readonly #forms = new Map<string, { messages: number; names: Map<string, number> }>()
  /** Valid messages. */
  messages = 0

  add = ({ format, bytes }: Pick<Message, 'format' | 'bytes'>): void => {
    const counted = read(format, bytes)
    if (!counted) return
    this.messages++
    const form = this.#forms.get(counted.form) ?? { messages: 0, names: new Map<string, number>() }
    this.#forms.set(counted.form, form)
    form.messages++
    for (const name of counted.names) form.names.set(name, (form.names.get(name) ?? 0) + 1)
  }

  /** One line for each form: what it is, how often, and what it contains, the most frequent first. */
  lines(seconds: number): string[] {
    const forms = [...this.#forms].sort(([, a], [, b]) => b.messages - a.messages)
    return forms.map(([form, { messages, names }]) => {
      const sorted = [...names].sort(([, a], [, b]) => b - a).map(([name]) => name)
      const more = sorted.length > MOST_NAMES ? ` and ${sorted.length - MOST_NAMES} more` : ''
      const content = sorted.length > 0 ? `: ${sorted.slice(0, MOST_NAMES).join(', ')}${more}` : ''
      return `${form}, ${rate(messages / seconds)} messages a second${content}`
    })
  }
}

const rate = (perSecond: number) => (perSecond < 10 ? perSecond.toFixed(1) : String(Math.round(perSecond)))

function read(format: Message['format'], bytes: Uint8Array): Counted | null {
  const text = latin1(bytes)
  switch (format) {
    case 'imu':
      return { form: 'motion frames of Taffrail', names: [] }
    case 'nmea0183':
      return sentence(text)
    case 'n2k':
    case 'j1939':
      return frame(text)
    case 'signalk':
      return { form: 'Signal K', names: pathsOf(parseJson(text)) }
    case 'readings':
      return { form: 'readings', names: keysOf(parseJson(text)) }
  }
}

/** Data at a wrong speed may look like a sentence, but its checksum is wrong. */
function sentence(text: string): Counted | null {
  const parsed = parseSentence(text)
  if (parsed === 'ignored') return { form: 'NMEA 0183', names: [] }
  if (typeof parsed !== 'object') return null
  return { form: 'NMEA 0183', names: [parsed.talker + parsed.type] }
}

function frame(line: string): Counted | null {
  const form = CAN_FORMS.find(([beginning]) => beginning.test(line))?.[1] ?? CANDUMP
  const parsed = parseFrameLine(line)
  return { form, names: typeof parsed === 'object' ? [`PGN ${parsed.pgn}`] : [] }
}

const records = (value: unknown) => (Array.isArray(value) ? value.filter(isRecord) : [])

const pathsOf = (delta: unknown): string[] =>
  records(isRecord(delta) ? delta.updates : null)
    .flatMap(({ values }) => records(values))
    .map(({ path }) => String(path))

const keysOf = (body: unknown): string[] =>
  isRecord(body)
    ? [
        ...records(body.samples).map(({ key }) => String(key)),
        ...records(body.tables).flatMap(({ columns }) => (Array.isArray(columns) ? columns.map(String) : [])),
        ...(records(body.fixes).length > 0 ? ['position'] : []),
      ]
    : []
