import { type Quaternion, Vector3 } from 'three'
import { expect, test } from 'vitest'
import { orientationOf } from './attitude.ts'
import { courseTurn, levelTurn } from './headingTurn.ts'

const bowOf = (turn: Quaternion) => new Vector3(0, 0, 1).applyQuaternion(turn).toArray()

test("removes the sensor's heading from a boat, and turns her to a course", () => {
  const heeled = orientationOf({ x: 20, y: 0, z: 133 })
  const levelled = levelTurn(heeled).clone().multiply(heeled)
  expect(bowOf(levelled)).toEqual([expect.closeTo(0, 9), expect.closeTo(0, 9), expect.closeTo(1, 9)])
  const starboard = new Vector3(-1, 0, 0).applyQuaternion(levelled)
  expect(starboard.y).toBeLessThan(-0.3)
  expect(bowOf(courseTurn(90))).toEqual([expect.closeTo(-1, 9), 0, expect.closeTo(0, 9)])
})
