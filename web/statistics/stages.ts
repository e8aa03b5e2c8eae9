import type { Stage } from '#contract/wire/statistics.ts'
import type { Tokens } from '../ui/tokens.ts'

/** Stages in their display order, with their names among the colours. */
export const STAGE_COLOURS = {
  idle: 'idle',
  accel: 'accelerating',
  cruising: 'cruising',
  decel: 'decelerating',
} as const satisfies Record<Stage, keyof Tokens['movement']>
