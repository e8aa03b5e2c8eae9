import { LINE_WITHOUT_TIMES, PLACES_WITHOUT_TIME } from './refusals.ts'
import { XmlTrackDecoder } from './xmlTrackDecoder.ts'

/**
 * Reads KML 2.2 with Google's extensions, cut anywhere: tracks (`gx:Track`), whose times and places are
 * paired in order, and placemarks with a time (`TimeStamp`) and a place. A line (`LineString`) has no times
 * and is rejected for that, a place without a time as a plan.
 */
export class KmlDecoder extends XmlTrackDecoder {
  /** Elements that are open, the outermost first. */
  readonly #open: string[] = []
  /** Times of the track that is open, and the places after them, which are not paired yet. */
  #times: string[] = []
  #places: string[] = []
  #isDamaged = false
  /** Time of the open placemark. */
  #time: string | null = null
  #place: string | null = null

  constructor() {
    super(['time', 'latitude', 'longitude'])
  }

  protected onOpen(name: string): void {
    this.#open.push(name)
    if (name === 'Track') this.#isDamaged = false
    if (name === 'Placemark') [this.#time, this.#place] = [null, null]
  }

  protected override onText(text: string): void {
    if (this.#open.at(-1) !== 'coordinates') return
    const points = text.match(/\S+/g)?.length ?? 0
    if (points === 0) return
    if (this.#isIn('LineString')) this.table.reject('no_time', LINE_WITHOUT_TIMES, points)
    else if (this.#isIn('LinearRing')) this.table.reject('plan', PLACES_WITHOUT_TIME, points)
  }

  protected onClose(name: string, text: string): void {
    this.#open.pop()
    if (name === 'when') this.#when(text)
    // A place that lasts was reached at its beginning.
    else if (name === 'begin' && this.#open.at(-1) === 'TimeSpan') this.#time ??= text
    else if (name === 'coord' && this.#isIn('Track')) this.#places.push(text)
    else if (name === 'coordinates' && this.#open.at(-1) === 'Point') this.#place = text
    else if (name === 'Track') this.#pair(false)
    else if (name === 'Placemark') this.#endPlacemark()
  }

  protected override onError(): void {
    super.onError()
    this.#isDamaged = true
  }

  protected override onEnd(): void {
    this.#pair(true)
  }

  #isIn = (name: string) => this.#open.includes(name)

  #when(text: string): void {
    if (this.#isIn('Track')) {
      if (this.#places.length > 0) this.#pair(false)
      this.#times.push(text)
    } else if (this.#open.at(-1) === 'TimeStamp') this.#time = text
  }

  /**
   * A track lists its times first and then its places, or each time before its place. Lists of different lengths are
   * refused, because the missing entries are unknown, unless the file ends in the list of places.
   */
  #pair(isCutOff: boolean): void {
    const fewer = Math.min(this.#times.length, this.#places.length)
    const isWhole = this.#times.length === this.#places.length || isCutOff
    const pairs = isWhole && (!this.#isDamaged || this.#times.length === 1) ? fewer : 0
    for (let i = 0; i < pairs; i++) {
      const [longitude, latitude] = (this.#places[i] ?? '').split(/[\s,]+/)
      this.table.row([this.#times[i], latitude, longitude])
    }
    const [times, places] = [this.#times.length - pairs, this.#places.length - pairs]
    if (times > 0) this.table.reject('malformed', 'time without a place', times)
    if (places > 0) this.table.reject('no_time', LINE_WITHOUT_TIMES, places)
    this.#times = []
    this.#places = []
  }

  #endPlacemark(): void {
    if (this.#place === null) return
    const [longitude, latitude] = this.#place.split(',').map((part) => part.trim())
    if (this.#time === null) this.table.reject('plan', PLACES_WITHOUT_TIME)
    else this.table.row([this.#time, latitude, longitude])
    this.#place = null
  }
}
