import { expect, test } from 'vitest'
import { createMissingTiles, type DrawnTile } from './missingTiles.ts'

type Changing = { -readonly [K in keyof DrawnTile]: DrawnTile[K] }
const tile = (z: number, x: number, y: number, wrap = 0): Changing => {
  const own: Changing = {
    tileID: { wrap, canonical: { x, y, z } },
    state: 'loading',
    uses: 1,
    hasData: () => own.state === 'loaded',
  }
  return own
}

test('names a tile that is late, until it arrives', () => {
  const tiles = createMissingTiles()
  const one = tile(3, 4, 2)
  tiles.onLoading(one, 1000)
  expect([tiles.missing(2400), tiles.isWaiting()]).toEqual([[], true])
  expect(tiles.missing(2500)).toEqual([one])
  one.state = 'loaded'
  expect([tiles.missing(9000), tiles.isWaiting()]).toEqual([[], false])
})

test('names a tile that failed at once, but not one that the server does not have', () => {
  const tiles = createMissingTiles()
  const [failed, absent] = [tile(3, 4, 2), tile(3, 5, 2)]
  for (const each of [failed, absent]) {
    tiles.onLoading(each, 0)
    each.state = 'errored'
  }
  tiles.onFailed(failed)
  expect(tiles.missing(1)).toEqual([failed])
  failed.state = 'loading'
  tiles.onLoading(failed, 5000)
  expect(tiles.missing(5001)).toEqual([])
})

test('leaves out what a coarser tile of the same world draws', () => {
  const tiles = createMissingTiles()
  const [parent, child, beside, copy] = [tile(1, 1, 0), tile(3, 5, 2), tile(3, 3, 2), tile(3, 5, 2, 1)]
  for (const each of [parent, child, beside, copy]) tiles.onLoading(each, 0)
  parent.state = 'loaded'
  expect(tiles.missing(5000)).toEqual([beside, copy])
  parent.uses = 0
  expect(tiles.missing(5000)).toEqual([child, beside, copy])
})

test('forgets tiles that have left the view', () => {
  const tiles = createMissingTiles()
  const one = tile(3, 4, 2)
  tiles.onLoading(one, 0)
  one.uses = 0
  expect([tiles.missing(5000), tiles.isWaiting()]).toEqual([[], false])
  one.uses = 1
  one.state = 'unloaded'
  expect(tiles.missing(5000)).toEqual([])
  one.state = 'loading'
  expect(tiles.missing(5000)).toEqual([])
})

test('lacks a picture where the server has no tile or an empty one, and no coarser tile', () => {
  const tiles = createMissingTiles()
  const [parent, one, empty, failed] = [tile(1, 1, 0), tile(3, 5, 2), tile(3, 3, 2), tile(3, 2, 2)]
  for (const each of [parent, one, empty, failed]) tiles.onLoading(each, 0)
  expect(tiles.lacksPicture()).toBe(false)
  failed.state = 'errored'
  tiles.onFailed(failed)
  expect(tiles.lacksPicture()).toBe(false)
  one.state = 'errored'
  expect(tiles.lacksPicture()).toBe(true)
  parent.state = 'loaded'
  expect(tiles.lacksPicture()).toBe(false)
  empty.state = 'loaded'
  expect(tiles.lacksPicture()).toBe(false)
  empty.texture = { size: [1, 1] }
  expect(tiles.lacksPicture()).toBe(true)
})
