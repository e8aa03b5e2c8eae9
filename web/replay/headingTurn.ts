import { Quaternion, Vector3 } from 'three'
import { degToRad } from '#contract/domain/units.ts'

const UP = new Vector3(0, 1, 0)
const forward = new Vector3()
const level = new Quaternion()
const course = new Quaternion()

/** Rotation that removes the heading from an orientation: the bow points to +Z again, roll and pitch stay. */
export function levelTurn(orientation: Quaternion): Quaternion {
  forward.set(0, 0, 1).applyQuaternion(orientation)
  return level.setFromAxisAngle(UP, -Math.atan2(forward.x, forward.z))
}

/** Rotation of a bow from +Z, which is north, to a course; east is −X. */
export const courseTurn = (deg: number): Quaternion => course.setFromAxisAngle(UP, -degToRad(deg))
