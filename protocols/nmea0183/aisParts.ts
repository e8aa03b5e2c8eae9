const MAX_OPEN = 50

/** Puts AIS payloads together that come in several sentences; parts of one message carry the same number and channel. */
export class AisParts {
  readonly #open = new Map<string, string[]>()

  /** The whole payload with its last part, null before, `broken` when a part is missing or makes no sense. */
  add([total = '', part = '', number = '', channel = '', payload = '']: string[]): string | null | 'broken' {
    if (total === '1') return payload
    const key = `${total}/${number}/${channel}`
    const parts = part === '1' ? [] : this.#open.get(key)
    if (!/^[2-9]$/.test(total) || !parts || Number(part) !== parts.length + 1) {
      this.#open.delete(key)
      return 'broken'
    }
    parts.push(payload)
    if (parts.length === Number(total)) {
      this.#open.delete(key)
      return parts.join('')
    }
    if (this.#open.size >= MAX_OPEN) this.#open.clear()
    this.#open.set(key, parts)
    return null
  }
}
