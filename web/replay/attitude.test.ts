import { Vector3 } from 'three'
import { expect, test } from 'vitest'
import { DEFAULT_AXES, orientationOf } from './attitude.ts'

const BOW = new Vector3(0, 0, 1)
const STARBOARD = new Vector3(-1, 0, 0)
const turned = (vector: Vector3, attitude: Partial<Record<'x' | 'y' | 'z', number>>, axes = DEFAULT_AXES) =>
  vector.clone().applyQuaternion(orientationOf({ x: 0, y: 0, z: 0, ...attitude }, axes))

test('points the bow to starboard when yaw increases by 90°', () => {
  const bow = turned(BOW, { z: 90 })
  expect([bow.x, bow.y, bow.z].map((value) => Number(value.toFixed(12)) + 0)).toEqual([-1, 0, 0])
})

test('raises the bow with positive pitch and lowers the starboard side with positive roll', () => {
  expect(turned(BOW, { y: 10 }).y).toBeCloseTo(0.1736, 4)
  expect(turned(STARBOARD, { x: 10 }).y).toBeCloseTo(-0.1736, 4)
})

test('uses another axis or direction when the sensor is mounted differently', () => {
  const axes = { ...DEFAULT_AXES, roll: { axis: 'z', inverted: true } as const }
  expect(turned(STARBOARD, { z: -10 }, { ...axes, yaw: { axis: 'x', inverted: false } }).y).toBeCloseTo(
    -0.1736,
    4,
  )
})
