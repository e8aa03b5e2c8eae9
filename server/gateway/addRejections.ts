import type { Rejection } from '#contract/domain/reading.ts'

/** Limit of distinct kinds in one list, so that noise cannot make it endless. */
const MOST_KINDS = 1000

/** Counts more refusals into a list that has each kind once. */
export function addRejections(all: Rejection[], more: readonly Rejection[]): void {
  for (const { reason, detail, count } of more) {
    const known = all.find((one) => one.reason === reason && one.detail === detail)
    if (known) known.count += count
    else if (all.length < MOST_KINDS) all.push({ reason, detail, count })
  }
}
