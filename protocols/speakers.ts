/** How long a source may be silent before another one may speak for its series. */
const SILENT_US = 10_000_000

/**
 * Which of several sources speaks for a series. A bus often has two antennas or two depth sounders; using both would
 * make a track zigzag between them. The first source with a value speaks, until it has had none for ten seconds or a
 * source of a lower rank (a better way of knowing the same thing) appears.
 */
export class Speakers {
  readonly #speakers = new Map<number, { source: string | number; rank: number; lastUs: number }>()

  maySpeak(series: number, source: string | number, timeUs: number, rank: number): boolean {
    const speaker = this.#speakers.get(series)
    if (!speaker) {
      this.#speakers.set(series, { source, rank, lastUs: timeUs })
      return true
    }
    const same = speaker.source === source && speaker.rank === rank
    // The absolute difference: in a file that jumps back in time nobody has spoken yet.
    if (!same && rank >= speaker.rank && Math.abs(timeUs - speaker.lastUs) <= SILENT_US) return false
    speaker.source = source
    speaker.rank = rank
    speaker.lastUs = timeUs
    return true
  }

  /** "Not available" counts only from the speaker itself, or while nobody speaks. */
  mayBeSilent(series: number, source: string | number, rank: number): boolean {
    const speaker = this.#speakers.get(series)
    return speaker === undefined || (speaker.source === source && speaker.rank === rank)
  }
}
