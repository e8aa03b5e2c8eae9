/** What each version of the console brought; the words are in `news/`. */
export interface Release {
  version: string
  /** Day as YYYY-MM-DD. */
  date: string
}

/** Newest first. */
export const RELEASES = [
  { version: '3.11.0', date: '2026-11-16' },
  { version: '3.10.0', date: '2026-10-19' },
  { version: '3.9.0', date: '2026-09-21' },
  { version: '3.8.0', date: '2026-08-24' },
  { version: '3.6.0', date: '2026-06-15' },
  { version: '3.4.0', date: '2026-04-20' },
  { version: '3.3.0', date: '2026-03-02' },
  { version: '3.2.0', date: '2026-01-26' },
  { version: '3.1.0', date: '2025-12-08' },
  { version: '3.0.0', date: '2025-10-27' },
  { version: '2.18.0', date: '2025-09-01' },
  { version: '2.17.0', date: '2025-08-04' },
  { version: '2.15.0', date: '2025-06-09' },
  { version: '2.11.0', date: '2025-02-17' },
  { version: '2.9.0', date: '2024-12-02' },
  { version: '2.5.0', date: '2024-08-12' },
  { version: '2.4.0', date: '2024-07-15' },
  { version: '2.3.0', date: '2024-06-17' },
  { version: '2.2.0', date: '2024-05-20' },
  { version: '2.1.0', date: '2024-04-22' },
  { version: '2.0.0', date: '2024-03-11' },
  { version: '1.21.0', date: '2024-01-15' },
  { version: '1.20.0', date: '2023-11-27' },
  { version: '1.15.0', date: '2023-07-10' },
  { version: '1.12.0', date: '2023-04-17' },
  { version: '1.11.0', date: '2023-03-20' },
  { version: '1.10.0', date: '2023-02-20' },
  { version: '1.9.0', date: '2023-01-23' },
  { version: '1.8.0', date: '2022-12-05' },
  { version: '1.7.0', date: '2022-11-07' },
  { version: '1.6.0', date: '2022-10-10' },
  { version: '1.5.0', date: '2022-09-12' },
] as const satisfies readonly Release[]
