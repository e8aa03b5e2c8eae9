import type { NamesState } from '../loading/namesState.ts'

/** Options of a picker with the chosen one among them while its name is not known, so that the choice is seen to stand. */
export const withChosen = (
  options: readonly { value: string; label: string }[],
  chosen: string | null | undefined,
  names: NamesState,
) =>
  names === 'known' || !chosen || options.some(({ value }) => value === chosen)
    ? [...options]
    : [...options, { value: chosen, label: '…' }]
