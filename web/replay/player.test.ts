import { expect, test } from 'vitest'
import { createPlayer } from './player.ts'

const player = () => createPlayer({ fromMs: 10_000, toMs: 20_000 })

test('plays at its speed and stops at the end', () => {
  const one = player()
  one.tick(1000, true)
  expect(one.get().timeMs).toBe(10_000)
  one.play()
  one.speed(2)
  one.tick(1000, true)
  expect(one.get()).toMatchObject({ timeMs: 12_000, playing: true })
  one.tick(60_000, true)
  expect(one.get()).toMatchObject({ timeMs: 20_000, playing: false })
})

test('starts at the beginning when the user plays it at the end', () => {
  const one = player()
  one.seek(20_000)
  one.play()
  expect(one.get()).toMatchObject({ timeMs: 10_000, playing: true })
})

test('waits while the movement is loading', () => {
  const one = player()
  one.play()
  one.tick(1000, false)
  expect(one.get().timeMs).toBe(10_000)
})

test('pauses while the user drags the slider, and continues afterwards', () => {
  const one = player()
  one.play()
  one.slide(15_000)
  one.tick(1000, true)
  expect(one.get().timeMs).toBe(15_000)
  one.letGo()
  one.tick(1000, true)
  expect(one.get().timeMs).toBe(16_000)
})

test('steps a second either way inside the trip, and pauses', () => {
  const one = player()
  one.play()
  one.step(1)
  expect(one.get()).toMatchObject({ timeMs: 11_000, playing: false })
  one.step(-1)
  one.step(-1)
  expect(one.get().timeMs).toBe(10_000)
})

test('plays on in an interval that has grown, and stays within one that has shrunk', () => {
  const one = player()
  one.seek(30_000)
  expect(one.get().timeMs).toBe(20_000)
  one.cover({ fromMs: 10_000, toMs: 40_000 })
  one.seek(30_000)
  expect(one.get().timeMs).toBe(30_000)
  one.cover({ fromMs: 10_000, toMs: 25_000 })
  expect(one.get().timeMs).toBe(25_000)
})
