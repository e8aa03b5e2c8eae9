import { Euler, Quaternion } from 'three'
import { degToRad } from '#contract/domain/units.ts'

export type Axis = 'x' | 'y' | 'z'
/** Assignment of measured axes to the boat's axes, with a sign for a sensor mounted the other way round. */
export interface AxisChoice {
  axis: Axis
  inverted: boolean
}
export interface Axes {
  roll: AxisChoice
  pitch: AxisChoice
  yaw: AxisChoice
}

/** x is roll (positive to starboard), y pitch (positive bow up), z yaw (clockwise), all in degrees. */
export interface Attitude {
  x: number
  y: number
  z: number
}

export const DEFAULT_AXES: Axes = {
  roll: { axis: 'x', inverted: false },
  pitch: { axis: 'y', inverted: false },
  yaw: { axis: 'z', inverted: false },
}

/**
 * The rotation of a model whose bow is +Z, up +Y and starboard −X, as glTF has it: intrinsic yaw, pitch, roll. Checked:
 * yaw 90° points the bow at −X, positive pitch raises it, positive roll lowers the starboard side.
 */
export function orientationOf(attitude: Attitude, axes: Axes = DEFAULT_AXES): Quaternion {
  const angle = ({ axis, inverted }: AxisChoice) => degToRad(inverted ? -attitude[axis] : attitude[axis])
  return new Quaternion().setFromEuler(
    new Euler(-angle(axes.pitch), -angle(axes.yaw), angle(axes.roll), 'YXZ'),
  )
}
