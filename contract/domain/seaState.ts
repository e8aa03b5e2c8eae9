/** Upper bounds (m, inclusive) of significant wave height for the sea states 0 to 8 of WMO code table 3700. */
const BOUNDS_M = [0, 0.1, 0.5, 1.25, 2.5, 4, 6, 9, 14] as const

export function seaState(waveHeightM: number): number {
  const state = BOUNDS_M.findIndex((bound) => waveHeightM <= bound)
  return state < 0 ? 9 : state
}
