const MAX_OPEN = 50

/** Joins AIS payloads of several sentences; parts of one message have a common number and channel. */
export class AisParts {
  readonly #open = new Map<string, string[]>()
  #lost = 0

  /** The whole payload with its last part, null before, `broken` when a part is missing or makes no sense. */
  add([total = '', part = '', number = '', channel = '', payload = '']: string[]): string | null | 'broken' {
    if (total === '1') return payload
    const key = `${total}/${number}/${channel}`
    const open = this.#open.get(key)
    if (part === '1' && open) this.#lost++
    const parts = part === '1' ? [] : open
    if (!/^[2-9]$/.test(total) || !parts || Number(part) !== parts.length + 1) {
      this.#open.delete(key)
      return 'broken'
    }
    parts.push(payload)
    if (parts.length === Number(total)) {
      this.#open.delete(key)
      return parts.join('')
    }
    if (this.#open.size >= MAX_OPEN) this.#dropAll()
    this.#open.set(key, parts)
    return null
  }

  /**
   * Number of messages since the last call that stayed incomplete; with `all`, also of messages under way.
   */
  takeLost(all = false): number {
    if (all) this.#dropAll()
    const lost = this.#lost
    this.#lost = 0
    return lost
  }

  #dropAll() {
    this.#lost += this.#open.size
    this.#open.clear()
  }
}
