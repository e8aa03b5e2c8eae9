/** Display units of the user: the server's values, overlaid with changes that are being saved. */
import { type Units, WIRE_UNITS } from '#contract/domain/unitChoice.ts'
import { updateUnits } from '#contract/wire/user.ts'
import { setChosenUnits } from '../i18n/chosenUnits.ts'
import { call } from './call.ts'

let stored: Units = WIRE_UNITS
/** In the order in which they were chosen. */
let onTheirWay: readonly Partial<Units>[] = []

/** Takes what the server has, which may be of before what is on its way, and answers what holds. */
export function takeUnits(units: Units): Units {
  stored = units
  return showUnits()
}

/** Holds at once, whatever the server says meanwhile. */
export function chooseUnits(chosen: Partial<Units>): Units {
  onTheirWay = [...onTheirWay, chosen]
  return showUnits()
}

/** Rejects where they could not be saved; what holds afterwards is in either case for `showUnits` to say. */
export async function sendUnits(chosen: Partial<Units>): Promise<void> {
  try {
    await call(updateUnits, { body: showUnits() })
    stored = { ...stored, ...chosen }
  } finally {
    onTheirWay = onTheirWay.filter((one) => one !== chosen)
  }
}

export function showUnits(): Units {
  const units: Units = Object.assign({}, stored, ...onTheirWay)
  setChosenUnits(units)
  return units
}

/**
 * Forgets what the person before has chosen, whether it was saved or not: tests of several people share one page.
 * @internal
 */
export function forgetUnits(): void {
  stored = WIRE_UNITS
  onTheirWay = []
  showUnits()
}
