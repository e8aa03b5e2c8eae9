import type { Message, Source } from '../message.ts'
import type { Address } from './address.ts'
import type { LogLine, Timing } from './keepOpen.ts'

/** Surroundings of a source. */
export interface SourceContext {
  emit: (message: Message) => void
  log: LogLine
  /** Folder in which a source keeps its place; without one it begins again at each start. */
  stateFolder: string | null
  timing: Timing
}

/** One kind of source, by the scheme of its address. */
export interface SourceKind {
  example: string
  /** One English sentence for the help text. */
  does: string
  open(address: Address, context: SourceContext): Source
}
