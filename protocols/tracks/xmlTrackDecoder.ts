import type { Decoded } from '#contract/domain/reading.ts'
import type { MessageDecoder } from '../codec.ts'
import { meaningOf } from './columns.ts'
import { CUT_OFF } from './refusals.ts'
import { TrackTable } from './trackTable.ts'
import { type Attributes, XmlReader } from './xmlReader.ts'

/** Base of the decoders of XML: fills a table of `headings` from elements, wherever the text is cut. */
export abstract class XmlTrackDecoder implements MessageDecoder {
  protected readonly table: TrackTable
  readonly #xml: XmlReader

  constructor(headings: readonly string[]) {
    this.table = new TrackTable(headings.map((heading) => meaningOf(heading)))
    this.#xml = new XmlReader({
      onOpen: (name, attributes) => this.onOpen(name, attributes),
      onClose: (name, text) => this.onClose(name, text),
      onText: (text) => this.onText(text),
      onError: () => this.onError(),
      onTooLarge: () => this.table.reject('too_large', 'XML'),
    })
  }

  protected abstract onOpen(name: string, attributes: Attributes): void
  /** `text` is the text of the element after its last child. */
  protected abstract onClose(name: string, text: string): void
  protected onText(_text: string): void {}
  protected onError(): void {
    this.table.reject('malformed', 'XML')
  }
  /** Reads unfinished elements at the end of the file. */
  protected onEnd(): void {}

  decode(message: Uint8Array, _receivedUs: number | null): Decoded {
    this.#xml.read(message)
    return this.table.take()
  }

  end(): Decoded {
    this.onEnd()
    if (!this.#xml.isOver && !this.#xml.isTooLarge) this.table.reject('malformed', CUT_OFF)
    return this.table.take()
  }
}
