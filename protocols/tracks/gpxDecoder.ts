import sax from 'sax'
import type { Decoded } from '#contract/reading.ts'
import type { MessageDecoder } from '../codec.ts'
import { meaningOf } from './columns.ts'
import { TrackTable } from './trackTable.ts'

/** Elements of a track point that say something of ours; speeds are m/s, courses true degrees (GPX 1.0, Garmin v2). */
const ELEMENTS = {
  time: 'time',
  hdop: 'hdop',
  speed: 'speed [m/s]',
  course: 'course',
  depth: 'depth',
} as const
const HEADINGS = ['latitude', 'longitude', ...Object.values(ELEMENTS)]
const TAGS = Object.keys(ELEMENTS)

/** Reads the track points of GPX 1.0 and 1.1, cut anywhere. Routes and waypoints are plans, not where she was. */
export class GpxDecoder implements MessageDecoder {
  readonly #table = new TrackTable(HEADINGS.map((heading) => meaningOf(heading)))
  readonly #utf8 = new TextDecoder()
  readonly #parser = sax.parser(true, { position: false })
  #point: (string | null)[] | null = null
  #text = ''

  constructor() {
    const parser = this.#parser
    parser.onopentag = ({ name, attributes }) => {
      this.#text = ''
      if (name === 'trkpt')
        this.#point = [String(attributes.lat ?? ''), String(attributes.lon ?? ''), ...TAGS.map(() => null)]
    }
    parser.ontext = (text) => {
      if (this.#point) this.#text += text
    }
    parser.onclosetag = (name) => {
      if (!this.#point) return
      const at = TAGS.indexOf(name.slice(name.indexOf(':') + 1))
      if (at >= 0) this.#point[2 + at] = this.#text.trim()
      if (name !== 'trkpt') return
      this.#table.row(this.#point)
      this.#point = null
    }
    parser.onerror = () => {
      this.#table.reject('malformed', 'XML')
      parser.resume()
    }
  }

  decode(message: Uint8Array, _receivedUs: number | null): Decoded {
    this.#parser.write(this.#utf8.decode(message, { stream: true }))
    return this.#table.take()
  }
}
