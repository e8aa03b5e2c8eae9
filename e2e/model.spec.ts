import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { drawn } from './drawn.ts'
import { sailTrip } from './sailTrip.ts'
import { startConsole, type TestConsole } from './testConsole.ts'
import { ownPageTest as test } from './warmPage.ts'

// The test compares colours of single pixels.
test.use({ deviceScaleFactor: 1 })

let taffrail: TestConsole
test.beforeAll(async () => {
  taffrail = await startConsole()
  await sailTrip(taffrail.api.telemetry, taffrail.things.own.vesselNumber)
})
test.afterAll(() => taffrail?.api.close())

const menuOf = async (page: Page) => {
  await page.getByRole('switch', { name: 'Show unpaired vessels' }).press('Space')
  await page.getByRole('button', { name: 'Actions for Vessel own' }).click()
}
const openReplay = async (page: Page) => {
  await page.goto(`${taffrail.url}/map/trips/${taffrail.things.own.tripId}`)
  await page.getByRole('button', { name: '3D View', exact: true }).click()
}

test('an owner adds a boat model, sees it in the replay and on the map, and removes it', async ({ page }) => {
  test.setTimeout(240_000)
  await taffrail.open(page, 'department-admin', '/vessels')
  await menuOf(page)
  await page.getByRole('menuitem', { name: 'Boat model' }).click()
  const dialog = page.getByRole('dialog', { name: 'Boat model of Vessel own' })
  const problem = dialog.getByRole('alert')
  const choose = (buffer: Buffer) =>
    dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'boat.glb', mimeType: 'model/gltf-binary', buffer })
  await expect(dialog.getByText('Drawn by Taffrail')).toBeVisible()

  await choose(Buffer.alloc(10_485_761))
  await expect(problem).toHaveText('Model can not be more than 10 MB')
  await choose(boxGlb().subarray(0, -4))
  await expect(problem).toHaveText('The file is cut off. Copy or export it again.')
  await expect(dialog.getByText('Drawn by Taffrail')).toBeVisible()
  await choose(boxGlb())
  await expect(dialog.getByText('boat.glb')).toBeVisible()
  await expect(dialog.getByText('12 triangles')).toBeVisible()
  await expect(problem).toBeHidden()

  await openReplay(page)
  await drawn.poll(() => boxesOf(page)).toEqual({ inWindow: true, onMap: true })
  await page.getByRole('button', { name: 'Replay settings' }).click()
  await expect(page.getByText('boat.glb')).toBeVisible()
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await dialog.getByRole('button', { name: 'Remove model' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove model' }).click()
  await expect(dialog.getByText('Drawn by Taffrail')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await drawn.poll(() => boxesOf(page)).toEqual({ inWindow: false, onMap: false })
})

test('a user without the right to edit the vessel cannot change her model', async ({ page }) => {
  await taffrail.open(page, 'department-viewer', '/vessels')
  await menuOf(page)
  await expect(page.getByRole('menuitem', { name: 'Download data' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Boat model' })).toBeHidden()
  await openReplay(page)
  await page.getByRole('button', { name: 'Replay settings' }).click()
  await expect(page.getByText('Show axes')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change', exact: true })).toBeHidden()
  await expect(page.locator('input[type=file]')).toHaveCount(0)
})

/** Finds the colour of the box, which appears nowhere else on the screen: in the window, on the map, or both. */
async function boxesOf(page: Page): Promise<{ inWindow: boolean; onMap: boolean }> {
  const window = await page.getByRole('region', { name: '3D View' }).boundingBox()
  if (!window) throw new Error('there is no window')
  const { data, info } = await sharp(await page.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const found = { inWindow: false, onMap: false }
  for (let pixel = 0; pixel < info.width * info.height; pixel++) {
    const [red = 0, green = 0, blue = 0] = data.subarray(3 * pixel, 3 * pixel + 3)
    if (red < 240 || green > 60 || blue < 240) continue
    const [x, y] = [pixel % info.width, Math.floor(pixel / info.width)]
    const isInside =
      x >= window.x && x < window.x + window.width && y >= window.y && y < window.y + window.height
    found[isInside ? 'inWindow' : 'onMap'] = true
  }
  return found
}

/** A box of magenta light as a binary glTF file: eight corners, two triangles a side. */
function boxGlb(): Buffer {
  const corners = Array.from({ length: 8 }, (_, i) => [i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 4 : -4]).flat()
  const sides = ['0132', '4675', '0451', '2376', '0264', '1573']
  const indices = sides.flatMap((side) => [0, 1, 2, 0, 2, 3].map((at) => Number(side[at])))
  const binary = Buffer.concat([
    Buffer.from(new Float32Array(corners).buffer),
    Buffer.from(new Uint16Array(indices).buffer),
  ])
  const gltf = {
    asset: { version: '2.0' },
    buffers: [{ byteLength: 168 }],
    bufferViews: [
      { buffer: 0, byteLength: 96 },
      { buffer: 0, byteOffset: 96, byteLength: 72 },
    ],
    accessors: [
      { bufferView: 0, componentType: 5126, type: 'VEC3', count: 8, min: [-1, -1, -4], max: [1, 1, 4] },
      { bufferView: 1, componentType: 5123, type: 'SCALAR', count: 36 },
    ],
    materials: [
      {
        emissiveFactor: [1, 0, 1],
        pbrMetallicRoughness: { baseColorFactor: [0, 0, 0, 1] },
        doubleSided: true,
      },
    ],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1, material: 0 }] }],
    nodes: [{ mesh: 0 }],
    scenes: [{ nodes: [0] }],
    scene: 0,
  }
  const text = JSON.stringify(gltf)
  const json = Buffer.from(text.padEnd(Math.ceil(text.length / 4) * 4))
  const words = (...numbers: number[]) => Buffer.from(new Uint32Array(numbers).buffer)
  return Buffer.concat([
    words(0x46546c67, 2, 28 + json.length + binary.length),
    words(json.length, 0x4e4f534a),
    json,
    words(binary.length, 0x004e4942),
    binary,
  ])
}
