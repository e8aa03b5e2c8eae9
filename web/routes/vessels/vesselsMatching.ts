import { isUnpaired, type MapVessel } from '#contract/wire/vessel.ts'
import type { ListSearch } from '../../searchParameters.ts'

/** Vessels by a part of their name and by status; unpaired ones are hidden unless the person asks for them. */
export function vesselsMatching(
  vessels: readonly MapVessel[],
  { q, status }: Pick<ListSearch, 'q' | 'status'>,
  withUnpaired: boolean,
): readonly MapVessel[] {
  const term = plain(q ?? '')
  return vessels.filter(
    (vessel) =>
      (status === undefined ? withUnpaired || !isUnpaired(vessel) : vessel.status === status) &&
      plain(vessel.name).includes(term),
  )
}

/** Normalizes letters: `saefari` finds `Sæfari`. */
const plain = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .replaceAll('æ', 'ae')
    .replaceAll('þ', 'th')
    .replaceAll('ð', 'd')
    .replaceAll('ø', 'o')
