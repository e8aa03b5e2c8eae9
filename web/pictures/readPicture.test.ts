import { afterEach, expect, test, vi } from 'vitest'
import { PERSON_FRAME, VESSEL_FRAME } from './crop.ts'
import { readPicture } from './readPicture.ts'

afterEach(() => vi.unstubAllGlobals())

const small = { width: 240, height: 700 }
const file = (bytes = 10) => new File([new Uint8Array(bytes)], 'boat.jpg')

test("requires 250 by 250 pixels of a person's picture, and less of a vessel's", async () => {
  vi.stubGlobal('createImageBitmap', async () => small)
  expect(await readPicture(file(), PERSON_FRAME, 'settings.pictureTooBig')).toEqual({
    picture: null,
    problem: 'settings.pictureTooSmall',
  })
  expect(await readPicture(file(), VESSEL_FRAME, 'vessels.photoTooBig')).toEqual({
    picture: small,
    problem: null,
  })
})

test('refuses a file that is too big without opening it, and one that is no picture', async () => {
  const open = vi.fn(async () => Promise.reject(new Error('no picture')))
  vi.stubGlobal('createImageBitmap', open)
  const big = await readPicture(file(10 * 1024 * 1024 + 1), VESSEL_FRAME, 'vessels.photoTooBig')
  expect(big.problem).toBe('vessels.photoTooBig')
  expect(open).not.toHaveBeenCalled()
  expect((await readPicture(file(), VESSEL_FRAME, 'vessels.photoTooBig')).problem).toBe(
    'settings.pictureUnread',
  )
})
