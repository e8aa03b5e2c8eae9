import type { Decoded } from '#contract/reading.ts'
import type { MessageDecoder } from '../codec.ts'
import { meaningOf } from './columns.ts'
import { CUT_OFF, LINE_WITHOUT_TIMES, PLACES_WITHOUT_TIME } from './refusals.ts'
import { TrackTable } from './trackTable.ts'
import { XmlReader } from './xmlReader.ts'

const HEADINGS = ['time', 'latitude', 'longitude']

/**
 * Reads KML 2.2 with Google's extensions, cut anywhere: tracks (`gx:Track`), whose times and places are paired in their
 * order, and placemarks that have a moment (`TimeStamp`) and a place. A line (`LineString`) has no times and is refused
 * as that, a place without a time as a plan.
 */
export class KmlDecoder implements MessageDecoder {
  readonly #table = new TrackTable(HEADINGS.map((heading) => meaningOf(heading)))
  readonly #xml: XmlReader
  /** Elements that are open, the outermost first. */
  readonly #open: string[] = []
  /** Of the track that is open. */
  #times: string[] = []
  #places: string[] = []
  /** Of the placemark that is open. */
  #time: string | null = null
  #place: string | null = null

  constructor() {
    this.#xml = new XmlReader({
      onOpen: (name) => {
        this.#open.push(name)
        if (name === 'Placemark') [this.#time, this.#place] = [null, null]
      },
      onText: (text) => {
        const at = this.#open.at(-1)
        if (at !== 'coordinates') return
        const points = text.match(/\S+/g)?.length ?? 0
        if (points === 0) return
        if (this.#isIn('LineString')) this.#table.reject('no_time', LINE_WITHOUT_TIMES, points)
        else if (this.#isIn('LinearRing')) this.#table.reject('plan', PLACES_WITHOUT_TIME, points)
      },
      onClose: (name, text) => {
        this.#open.pop()
        if (name === 'when') this.#when(text)
        // A place that lasts was reached at its beginning.
        else if (name === 'begin' && this.#open.at(-1) === 'TimeSpan') this.#time ??= text
        else if (name === 'coord' && this.#isIn('Track')) this.#places.push(text)
        else if (name === 'coordinates' && this.#open.at(-1) === 'Point') this.#place = text
        else if (name === 'Track') this.#endTrack()
        else if (name === 'Placemark') this.#endPlacemark()
      },
      onError: () => this.#table.reject('malformed', 'XML'),
    })
  }

  decode(message: Uint8Array, _receivedUs: number | null): Decoded {
    this.#xml.read(message)
    return this.#table.take()
  }

  end(): Decoded {
    this.#endTrack()
    if (!this.#xml.isOver) this.#table.reject('malformed', CUT_OFF)
    return this.#table.take()
  }

  #isIn = (name: string) => this.#open.includes(name)

  #when(text: string): void {
    if (this.#isIn('Track')) this.#times.push(text)
    else if (this.#open.at(-1) === 'TimeStamp') this.#time = text
  }

  /** A track lists its times first and then its places, or each time before its place. */
  #endTrack(): void {
    const pairs = Math.min(this.#times.length, this.#places.length)
    for (let i = 0; i < pairs; i++) {
      const [longitude, latitude] = (this.#places[i] ?? '').split(/[\s,]+/)
      this.#table.row([this.#times[i], latitude, longitude])
    }
    const [times, places] = [this.#times.length - pairs, this.#places.length - pairs]
    if (times > 0) this.#table.reject('malformed', 'time without a place', times)
    if (places > 0) this.#table.reject('no_time', LINE_WITHOUT_TIMES, places)
    this.#times = []
    this.#places = []
  }

  #endPlacemark(): void {
    if (this.#place === null) return
    const [longitude, latitude] = this.#place.split(',').map((part) => part.trim())
    if (this.#time === null) this.#table.reject('plan', PLACES_WITHOUT_TIME)
    else this.#table.row([this.#time, latitude, longitude])
    this.#place = null
  }
}
