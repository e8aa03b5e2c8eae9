/** How one engine ran at one step of its speed, as sums over time, in stored units times seconds. */
export interface ProfileRow {
  engine: number
  /** The step begins at `step` times its width. */
  step: number
  runS: number
  fuelS: number
  fuelM3: number
  sogS: number
  sogM: number
  /** Over the time in which both are known and the boat moves. */
  milesM: number
  milesM3: number
  loadS: number
  load: number
  torqueS: number
  torque: number
  coolantS: number
  coolantKs: number
}
