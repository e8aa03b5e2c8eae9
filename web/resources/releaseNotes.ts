/** Changes in each version of the console; the words are in `words/en/releases`. */
export interface Release {
  version: string
  /** Day as YYYY-MM-DD. */
  date: string
}

/** Newest first. */
export const RELEASES = [{ version: '3.11.0', date: '2026-11-22' }] as const satisfies readonly Release[]
