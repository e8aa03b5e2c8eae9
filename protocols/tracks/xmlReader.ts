import sax from 'sax'

/** Longest text of an element that is kept, in characters: a time, a number or a place is shorter. */
const LONGEST_TEXT = 1000

/** Bounds of a document: KML nests folders, and no format has as many attributes. */
const DEEPEST = 200
const MOST_ATTRIBUTES = 1000

export type Attributes = Readonly<Record<string, unknown>>

/**
 * Reads XML that is cut anywhere. Elements are called by their local name, `coord` for `gx:coord`. Entities of a document
 * type are not expanded. Reading ends at a name, attribute or comment above 64 KB and beyond the bounds above.
 */
export class XmlReader {
  readonly #utf8 = new TextDecoder()
  // Without the position the parser would not bound the length of a token.
  readonly #parser = sax.parser(true, { position: true })
  #text = ''
  #depth = 0
  #isOver = false
  #isTooLarge = false
  #attributes = 0

  constructor(given: {
    onOpen(name: string, attributes: Attributes): void
    /** `text` is the text of the element since its last tag. */
    onClose(name: string, text: string): void
    /** Receives text as it arrives, also when it is longer than `onClose` gets. */
    onText(text: string): void
    onError(): void
    /** Nothing after this is read. */
    onTooLarge(): void
  }) {
    const parser = this.#parser
    const giveUp = () => {
      if (!this.#isTooLarge) given.onTooLarge()
      this.#isTooLarge = true
    }
    parser.onattribute = () => {
      if (++this.#attributes > MOST_ATTRIBUTES) giveUp()
    }
    parser.onopentag = ({ name, attributes }) => {
      this.#text = ''
      this.#attributes = 0
      if (++this.#depth > DEEPEST) giveUp()
      if (!this.#isTooLarge) given.onOpen(localName(name), attributes)
    }
    parser.ontext = (text) => {
      if (this.#text.length < LONGEST_TEXT) this.#text += text.slice(0, LONGEST_TEXT)
      if (!this.#isTooLarge) given.onText(text)
    }
    parser.onclosetag = (name) => {
      this.#depth--
      this.#isOver = this.#depth === 0
      if (!this.#isTooLarge) given.onClose(localName(name), this.#text.trim())
      this.#text = ''
    }
    parser.onerror = ({ message }) => {
      if (message.startsWith('Max buffer length')) giveUp()
      else if (!this.#isTooLarge) given.onError()
      parser.resume()
    }
  }

  /** True once the first element is closed; a file that ends before is cut off. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** True after `onTooLarge`. */
  get isTooLarge(): boolean {
    return this.#isTooLarge
  }

  read(message: Uint8Array): void {
    if (this.#isTooLarge) return
    this.#parser.write(this.#utf8.decode(message, { stream: true }))
  }
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)
