/** Display units of the user: the server's values, overlaid with changes that are being saved. */
import { type Units, WIRE_UNITS } from '#contract/domain/unitChoice.ts'
import { updateUnits } from '#contract/wire/user.ts'
import { setChosenUnits } from '../i18n/chosenUnits.ts'
import { call } from './call.ts'

let stored: Units = WIRE_UNITS
/** Changes that are being saved, in the order in which the user chose them. */
let onTheirWay: readonly Partial<Units>[] = []

/** Accepts the units of the server, which may be older than changes being saved, and returns the units to show. */
export function takeUnits(units: Units): Units {
  stored = units
  return showUnits()
}

/** Applies the chosen units at once, whatever the server answers meanwhile. */
export function chooseUnits(chosen: Partial<Units>): Units {
  onTheirWay = [...onTheirWay, chosen]
  return showUnits()
}

/** Sends the units, and throws when the server refuses them. `showUnits` returns the resulting units in both cases. */
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

/** Clears units that an earlier user has chosen, saved or not: tests of several users share one page. @internal */
export function forgetUnits(): void {
  stored = WIRE_UNITS
  onTheirWay = []
  showUnits()
}
