/** Ranks of captains: titles and the points that reach them. */
export const LADDER = [
  ['trainee', 0],
  ['beginner', 20_000],
  ['intermediate1', 80_000],
  ['intermediate2', 150_000],
  ['advanced1', 300_000],
  ['advanced2', 500_000],
  ['expert1', 700_000],
  ['expert2', 1_000_000],
  ['master', 1_400_000],
  ['legend', 2_000_000],
] as const
export type RankTitle = (typeof LADDER)[number][0]
export const RANK_TITLES: readonly RankTitle[] = LADDER.map(([title]) => title)

export interface Rank {
  level: number
  title: RankTitle
  /** Percent of the way from this rank to the next; 100 at the top. */
  progress: number
}

/** A score exactly on a threshold has reached it. */
export function rankOf(points: number): Rank {
  const next = LADDER.findIndex(([, threshold]) => threshold > points)
  const level = next < 0 ? LADDER.length - 1 : Math.max(0, next - 1)
  const [title, from] = LADDER[level] ?? LADDER[0]
  const to = LADDER[level + 1]?.[1]
  return { level, title, progress: to === undefined ? 100 : (100 * (points - from)) / (to - from) }
}
