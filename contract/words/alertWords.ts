/** The sentences of alerts as both sides need them: from `words/en/screen/alertText.json` and its translations. */

import { DERATE_SPN, N2K_STATUS_SPN } from '#contract/domain/reading.ts'
import type { StatisticsField, VesselStatusField } from '#contract/domain/ruleFields.ts'
import type { Language } from '#contract/text/language.ts'
import { fill } from '#contract/text/sentence.ts'
import type { AlertFacts, BoardState } from '#contract/wire/alert.ts'

type Fault = Extract<AlertFacts, { kind: 'external' }>

/** Names of sentences with blanks. */
type Sentence =
  | 'impact'
  | 'impactAbove'
  | 'above'
  | 'below'
  | 'heldFor'
  | 'between'
  | 'atLeast'
  | 'rose'
  | 'fell'
  | 'silent'
  | 'silentOf'
  | 'ofBoard'
  | 'inside'
  | 'outside'
  | 'often'
  | 'or'
  | 'on'
  | 'off'
  | 'enter'
  | 'exit'
  | 'cross'
  | 'fault'
  | 'ofEngine'
  | 'maintenanceDue'
  | 'maintenanceSoon'

export interface AlertWords extends Readonly<Record<Sentence, string>> {
  /** The computer on board during a silence. */
  board: Readonly<Record<BoardState, string>>
  lamp: Readonly<Record<NonNullable<Fault['lamp']>, string>>
  /** Measures by which an engine protects itself. */
  protection: Readonly<Record<'stopping' | 'stopped' | 'derated', string>>
  /** Bits of discrete status 1 and 2 of NMEA 2000 engines (PGN 127489), in their order. */
  engineStatus: readonly string[]
  /** Bits of the status of transmissions (PGN 127493), in their order. */
  transmissionStatus: readonly string[]
  switches: Readonly<Record<Exclude<VesselStatusField, 'age' | 'hour'>, { yes: string; no: string }>>
  figures: Readonly<Record<StatisticsField | 'hour', string>>
}

/** A language with its words for alerts and units; a unit without a word is written as on the wire. */
export interface AlertSpeech {
  language: Language
  words: AlertWords
  units: Readonly<Record<string, string>>
}

/** Number of the first transmission bit: status 2 of an engine ends with eight reserved bits. */
const TRANSMISSION_BIT = 32

/** SPNs of J1939 by which an engine reports that it protects itself. */
const PROTECTION: Readonly<Record<number, keyof AlertWords['protection']>> = {
  1109: 'stopping',
  1110: 'stopped',
  [DERATE_SPN]: 'derated',
}

/** A fault of an engine or another device on the bus; `engine` is the engine's number or name. */
export function faultText(
  { spn, fmi, lamp }: Fault,
  engine: number | string | null,
  words: AlertWords,
): string {
  const text =
    spn >= N2K_STATUS_SPN ? statusText(spn - N2K_STATUS_SPN, words) : codeText(spn, fmi, lamp, words)
  return engine === null || engine === 0 ? text : `${text}, ${fill(words.ofEngine, { number: engine })}`
}

const statusText = (bit: number, { engineStatus, transmissionStatus, fault }: AlertWords) =>
  (bit < TRANSMISSION_BIT ? engineStatus[bit] : transmissionStatus[bit - TRANSMISSION_BIT]) ??
  `${fault} ${bit}`

function codeText(spn: number, fmi: number | null, lamp: Fault['lamp'], words: AlertWords): string {
  const code = fmi === null || fmi === 31 ? `SPN ${spn}` : `SPN ${spn} FMI ${fmi}`
  const measure = PROTECTION[spn]
  const text = measure ? words.protection[measure] : `${words.fault} ${code}`
  return lamp ? `${text}, ${words.lamp[lamp]}` : text
}
