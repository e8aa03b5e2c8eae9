import type { NamesState } from '../loading/namesState.ts'

/** Options of a picker with the chosen one added while its name is loading, so that the choice stays visible. */
export const withChosen = (
  options: readonly { value: string; label: string }[],
  chosen: string | null | undefined,
  names: NamesState,
) =>
  names === 'known' || !chosen || options.some(({ value }) => value === chosen)
    ? [...options]
    : [...options, { value: chosen, label: '…' }]
