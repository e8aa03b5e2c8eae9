import type { Stage } from '#contract/wire/statistics.ts'
import type { Tokens } from '../ui/tokens.ts'

/** The stages in the order in which they are always shown, and what each is called among the colours. */
export const STAGE_COLOURS = {
  idle: 'idle',
  accel: 'accelerating',
  cruising: 'cruising',
  decel: 'decelerating',
} as const satisfies Record<Stage, keyof Tokens['movement']>
