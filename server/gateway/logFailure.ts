import type { Rejection } from '#contract/domain/reading.ts'
import { Problem } from '#contract/wire/errors.ts'
import { LOG_FAILURE_SENTENCES, type LogFailure } from '#contract/wire/logImport.ts'
import {
  CUT_OFF,
  FEWER_CELLS,
  LINE_WITHOUT_TIMES,
  MANGLED_POSITION,
  MANGLED_TIME,
  MORE_CELLS,
  POSITION_IN_METRES,
} from '#protocols/tracks/refusals.ts'

/** A file of which nothing can be stored, and why. */
export class LogRefused extends Problem {
  readonly failure: LogFailure

  constructor(failure: LogFailure, detail: string = LOG_FAILURE_SENTENCES[failure]) {
    super('invalid', detail)
    this.failure = failure
  }
}

const FAILURE_OF_DETAIL: Readonly<Record<string, LogFailure>> = {
  [MORE_CELLS]: 'cells',
  [FEWER_CELLS]: 'cells',
  [MANGLED_POSITION]: 'mangled',
  [MANGLED_TIME]: 'mangled',
  [POSITION_IN_METRES]: 'utm',
  [LINE_WITHOUT_TIMES]: 'no_times',
  [CUT_OFF]: 'damaged',
  FIT: 'damaged',
}

/** Why nothing of a file was stored: the most frequent reason of its rejections. */
export function failureOf(rejected: readonly Rejection[]): LogFailure {
  const counts = new Map<LogFailure, number>()
  for (const { reason, detail, count } of rejected) {
    const failure =
      FAILURE_OF_DETAIL[detail] ??
      (reason === 'plan'
        ? 'plans'
        : reason === 'no_time'
          ? 'no_times'
          : reason === 'too_large'
            ? 'too_large'
            : 'nothing')
    counts.set(failure, (counts.get(failure) ?? 0) + count)
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a)
  return most?.[0] ?? 'nothing'
}
