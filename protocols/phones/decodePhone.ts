import { type Decoded, nothingDecoded } from '#contract/domain/reading.ts'
import type { PhoneFormat } from '#contract/wire/device.ts'
import { isRecord, type JsonRecord, parseJson } from '../json.ts'
import { ReadingSink } from '../readingSink.ts'
import { isForm, reportOfForm, reportOfTraccar, traccarLocations } from './osmand.ts'
import { isOverlandNote, reportOfOverland } from './overland.ts'
import { owntracksType, reportOfOwntracks } from './owntracks.ts'
import { addReport, type PhoneReport } from './phoneReport.ts'

/** A request of an app, as far as its meaning depends on it. */
export interface PhoneRequest {
  /** Query of the address, without the question mark. */
  query: string
  body: Uint8Array
  /** True when headers say that the app is OwnTracks. */
  isOwntracks: boolean
  /** Time of the request: a form without a time was measured now. */
  receivedUs: number
}

/** Readings of a request, or the sentence that refuses the whole of it. */
export interface PhoneMessage {
  format: PhoneFormat
  /** Messages without a position of their own are in `rejected` as `unknown_format`. */
  decoded: Decoded
  refused: string | null
}

export const ENCRYPTED =
  'OwnTracks encrypts its messages (_type encrypted). Remove the encryption key in the settings of the app: HTTPS already protects them.'
const EMPTY =
  'This request has no position. It needs lat, lon and timestamp, or the JSON of OwnTracks, Traccar or Overland.'
const UNREADABLE = 'This is neither JSON nor a form with lat, lon and timestamp.'

/** Recognizes the app by what it sent, and reads it. No bytes make it throw. */
export function decodePhone({ query, body, isOwntracks, receivedUs }: PhoneRequest): PhoneMessage {
  const text = new TextDecoder().decode(body).trim()
  const json = /^[[{]/.test(text) ? parseJson(text) : undefined
  if (isRecord(json)) return decodeJson(json, receivedUs)
  if (/^[[{]/.test(text)) return refusal(isOwntracks ? 'owntracks' : 'osmand', UNREADABLE)
  // An empty message removes a friend.
  if (isOwntracks && text === '') return skipped('owntracks', 'OwnTracks: empty message')
  const fields = fieldsOf(new URLSearchParams(query))
  if (isForm(fields)) return reports('osmand', [fields], (form) => reportOfForm(form, receivedUs))
  const form = fieldsOf(new URLSearchParams(text))
  if (isForm(form)) return reports('osmand', [form], (sent) => reportOfForm(sent, receivedUs))
  return refusal('osmand', text === '' ? EMPTY : UNREADABLE)
}

function decodeJson(body: JsonRecord, receivedUs: number): PhoneMessage {
  if (body._type !== undefined) return decodeOwntracks(body)
  if (Array.isArray(body.locations)) {
    const places = body.locations.filter((feature) => !isOverlandNote(feature))
    const notes = body.locations.length - places.length
    return reports('overland', places, reportOfOverland, {
      detail: 'Overland: visit, trip or event',
      count: notes,
    })
  }
  const locations = traccarLocations(body)
  if (locations) return reports('osmand', locations, reportOfTraccar)
  const fields = lowered(Object.entries(body))
  return isForm(fields)
    ? reports('osmand', [fields], (form) => reportOfForm(form, receivedUs))
    : refusal('osmand', EMPTY)
}

/** A message of OwnTracks, which came over HTTP or MQTT. */
export function decodeOwntracks(body: JsonRecord): PhoneMessage {
  const type = owntracksType(body)
  if (type === 'location') return reports('owntracks', [body], reportOfOwntracks)
  if (type === 'skipped') return skipped('owntracks', `OwnTracks: ${body._type}`)
  if (type === 'encrypted') return refusal('owntracks', ENCRYPTED)
  return refusal('owntracks', 'OwnTracks has no such _type.')
}

function reports<Item>(
  format: PhoneFormat,
  items: readonly Item[],
  reportOf: (item: Item) => PhoneReport,
  skipped: { detail: string; count: number } | null = null,
): PhoneMessage {
  const sink = new ReadingSink('phone')
  for (const item of items) addReport(sink, reportOf(item))
  if (skipped && skipped.count > 0) sink.reject('unknown_format', skipped.detail, skipped.count)
  return { format, decoded: sink.take(), refused: null }
}

const skipped = (format: PhoneFormat, detail: string): PhoneMessage =>
  reports(format, [], reportOfOwntracks, { detail, count: 1 })

const refusal = (format: PhoneFormat, refused: string): PhoneMessage => ({
  format,
  decoded: nothingDecoded(),
  refused,
})

const fieldsOf = (parameters: URLSearchParams) => lowered([...parameters])

/** The first value of each name counts. */
const lowered = (entries: readonly (readonly [string, unknown])[]): JsonRecord =>
  Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value] as const).toReversed())
