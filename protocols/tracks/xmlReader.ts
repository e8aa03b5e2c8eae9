import sax from 'sax'

/** Longest text of an element that is kept, in characters: a time, a number or a place is shorter. */
const LONGEST_TEXT = 1000

export type Attributes = Readonly<Record<string, unknown>>

/** Reads XML that is cut anywhere. Elements are called by their local name, `coord` for `gx:coord`. */
export class XmlReader {
  readonly #utf8 = new TextDecoder()
  readonly #parser = sax.parser(true, { position: false })
  #text = ''
  #depth = 0
  #isOver = false

  constructor(given: {
    onOpen(name: string, attributes: Attributes): void
    /** `text` is the text of the element since its last tag. */
    onClose(name: string, text: string): void
    /** Receives text as it arrives, also when it is longer than `onClose` gets. */
    onText(text: string): void
    onError(): void
  }) {
    const parser = this.#parser
    parser.onopentag = ({ name, attributes }) => {
      this.#text = ''
      this.#depth++
      given.onOpen(localName(name), attributes)
    }
    parser.ontext = (text) => {
      if (this.#text.length < LONGEST_TEXT) this.#text += text.slice(0, LONGEST_TEXT)
      given.onText(text)
    }
    parser.onclosetag = (name) => {
      this.#depth--
      this.#isOver = this.#depth === 0
      given.onClose(localName(name), this.#text.trim())
      this.#text = ''
    }
    parser.onerror = () => {
      given.onError()
      parser.resume()
    }
  }

  /** True once the first element is closed; a file that ends before is cut off. */
  get isOver(): boolean {
    return this.#isOver
  }

  read(message: Uint8Array): void {
    this.#parser.write(this.#utf8.decode(message, { stream: true }))
  }
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)
