import type { Trip } from '#contract/wire/trip.ts'
import type { Interval } from './player.ts'

/** From the start of a trip to its end, or to its last sample so far. */
export const tripInterval = ({ start_time, end_time, stats }: Trip): Interval => ({
  fromMs: Date.parse(start_time),
  toMs: Date.parse(end_time ?? stats.time_of_last_data_point),
})
