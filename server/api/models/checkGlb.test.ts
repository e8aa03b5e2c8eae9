import sharp from 'sharp'
import { expect, test } from 'vitest'
import { MODEL_PROBLEMS } from '#contract/wire/model.ts'
import { testGlb } from '#server/testing/testGlb.ts'
import { checkGlb } from './checkGlb.ts'
import { run } from './checkGlbWorker.ts'

const refused = (bytes: Buffer, why: RegExp) => expect(checkGlb(bytes)).rejects.toThrow(why)
const view = (byteLength: number) => ({ buffer: 0, byteOffset: 36, byteLength })

test('counts the triangles of a complete file', async () => {
  expect(await checkGlb(testGlb())).toEqual({ triangles: 1 })
})

test('refuses a file that is no binary glTF 2, or is cut off', async () => {
  const good = testGlb()
  await refused(Buffer.from('{"asset":{"version":"2.0"}}'), /no GLB/)
  await refused(Buffer.alloc(0), /no GLB/)
  const first = Buffer.from(good)
  first.writeUInt32LE(1, 4)
  await refused(first, /Only glTF 2/)
  await refused(good.subarray(0, good.length - 4), /cut off/)
  for (const offset of [12, 16]) {
    const broken = Buffer.from(good)
    broken.writeUInt32LE(0xfffffff0, offset)
    await refused(broken, /cut off/)
  }
  const garbled = Buffer.from(good)
  garbled.write('}', 20)
  await refused(garbled, /does not follow/)
})

test.each([
  ['buffers', (gltf: object) => ({ ...gltf, buffers: [{ byteLength: 4, uri: 'https://evil.example/b' }] })],
  ['images', (gltf: object) => ({ ...gltf, images: [{ uri: 'http://10.0.0.1/track.png' }] })],
  ['images as data', (gltf: object) => ({ ...gltf, images: [{ uri: 'data:image/png;base64,AAAA' }] })],
])('refuses %s outside the file', async (_, change) => {
  await refused(testGlb(change), /other files/)
})

test('refuses decoders that the console lacks', async () => {
  const draco = testGlb((gltf) => ({ ...gltf, extensionsRequired: ['KHR_draco_mesh_compression'] }))
  await refused(draco, /compressed/)
})

test('refuses a reference out of the file, or to a missing part', async () => {
  await refused(
    testGlb((gltf) => ({ ...gltf, bufferViews: [{ buffer: 0, byteLength: 1e9 }] })),
    /does not follow/,
  )
  const long = { bufferView: 0, componentType: 5126, type: 'VEC3', count: 300 }
  await refused(
    testGlb((gltf) => ({ ...gltf, accessors: [long] })),
    /does not follow/,
  )
  await refused(
    testGlb((gltf) => ({ ...gltf, nodes: [{ mesh: 7 }] })),
    /does not follow/,
  )
})

/** The triangle with its corners by number, which lie behind its points. */
const withCorners = (...corners: number[]) =>
  testGlb(
    (gltf) => ({
      ...gltf,
      bufferViews: [...gltf.bufferViews, view(corners.length * 2)],
      accessors: [
        ...gltf.accessors,
        { bufferView: 1, componentType: 5123, type: 'SCALAR', count: corners.length },
      ],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
    }),
    Buffer.from(new Uint16Array(corners).buffer),
  )

test('refuses corners without a point', async () => {
  expect(await checkGlb(withCorners(0, 1, 2, 2, 1, 0))).toEqual({ triangles: 2 })
  await refused(withCorners(0, 1, 3), /does not follow/)
  await refused(withCorners(0, 1, 65_535), /does not follow/)
  const lengths = { primitives: [{ attributes: { POSITION: 0 }, indices: 0 }] }
  await refused(
    testGlb((gltf) => ({ ...gltf, meshes: [lengths] })),
    /does not follow/,
  )
})

test.each<[string, object]>([
  ['scene', { scene: 1 }],
  ['node of a scene', { scenes: [{ nodes: [1] }] }],
  ['material', { meshes: [{ primitives: [{ attributes: { POSITION: 0 }, material: 0 }] }] }],
  ['texture', { materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }] }],
  ['picture', { textures: [{ source: 0 }] }],
  ['sampler', { textures: [{ sampler: 0 }] }],
  ['skin', { nodes: [{ mesh: 0, skin: 0 }] }],
  ['joint', { skins: [{ joints: [4] }] }],
  ['camera', { nodes: [{ mesh: 0, camera: 0 }] }],
  ['curve', { animations: [{ samplers: [{ input: 0, output: 9 }], channels: [] }] }],
  ['channel', { animations: [{ samplers: [], channels: [{ sampler: 0, target: {} }] }] }],
])('refuses a reference to a missing %s', async (_, part) => {
  await refused(
    testGlb((gltf) => ({ ...gltf, ...part })),
    /does not follow/,
  )
})

test('refuses parts within themselves, or too many of them, before it follows them', async () => {
  const ring = [{ mesh: 0, children: [1] }, { children: [0] }]
  await refused(
    testGlb((gltf) => ({ ...gltf, nodes: ring })),
    /does not follow/,
  )
  const shared = [{ children: [2] }, { children: [2] }, { mesh: 0 }]
  await refused(
    testGlb((gltf) => ({ ...gltf, nodes: shared })),
    /does not follow/,
  )
  const many = Array.from({ length: 5001 }, () => ({ mesh: 0 }))
  await refused(
    testGlb((gltf) => ({ ...gltf, nodes: many })),
    /5,000 parts/,
  )
  const heavy = Array.from({ length: 200 }, () => ({ attributes: { POSITION: 0 } }))
  const nodes = Array.from({ length: 1000 }, () => ({ mesh: 0 }))
  await refused(
    testGlb((gltf) => ({ ...gltf, nodes, meshes: [{ primitives: heavy }] })),
    /more than 500,000 points/,
  )
})

test('refuses a chain of more than 100 parts within each other', async () => {
  const chain = (levels: number) =>
    testGlb((gltf) => ({
      ...gltf,
      nodes: [{ mesh: 0 }, ...Array.from({ length: levels }, (_, i) => ({ children: [i] }))],
    }))
  expect(await checkGlb(chain(100))).toEqual({ triangles: 1 })
  await refused(chain(101), /does not follow/)
})

test('refuses more than a million triangles, however few points they have', async () => {
  const corners = Buffer.alloc(30_000)
  const drawn = (times: number) =>
    testGlb(
      (gltf) => ({
        ...gltf,
        bufferViews: [...gltf.bufferViews, view(corners.length)],
        accessors: [
          ...gltf.accessors,
          { bufferView: 1, componentType: 5121, type: 'SCALAR', count: corners.length },
        ],
        meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
        nodes: Array.from({ length: times }, () => ({ mesh: 0 })),
      }),
      corners,
    )
  expect(await checkGlb(drawn(100))).toEqual({ triangles: 1_000_000 })
  await refused(drawn(101), /500,000 points/)
})

test('refuses a description that is nested deeper than the stack', async () => {
  const glb = testGlb((gltf) => ({ ...gltf, materials: [{ deep: 'x'.repeat(200_000) }] }))
  const deep = Buffer.from(`${'['.repeat(100_001)}${']'.repeat(100_001)}`)
  deep.copy(glb, glb.indexOf('"x'))
  expect(await run(glb, async () => undefined)).toEqual({ refused: MODEL_PROBLEMS.modelNotGltf })
})

test('refuses lists of corners that overlap, before it reads them all', async () => {
  const corners = Buffer.alloc(3000)
  const many = Array.from({ length: 2000 }, () => ({
    ...{ bufferView: 1, componentType: 5121, type: 'SCALAR', count: corners.length },
  }))
  const primitives = many.map((_, i) => ({ attributes: { POSITION: 0 }, indices: i + 1 }))
  await refused(
    testGlb(
      (gltf) => ({
        ...gltf,
        bufferViews: [...gltf.bufferViews, view(corners.length)],
        accessors: [...gltf.accessors, ...many],
        // No node draws the second mesh, so it has neither points nor triangles.
        meshes: [...gltf.meshes, { primitives }],
      }),
      corners,
    ),
    /500,000 points/,
  )
})

test('accepts small pictures of their declared type alone', async () => {
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const wide = await sharp({ create: { width: 5000, height: 2, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const square = await sharp({ create: { width: 4097, height: 4097, channels: 3, background: 'red' } })
    .png({ compressionLevel: 1 })
    .toBuffer()
  const withPicture = (bytes: Buffer, mimeType = 'image/png') =>
    testGlb(
      (gltf) => ({
        ...gltf,
        bufferViews: [...gltf.bufferViews, view(bytes.length)],
        images: [{ bufferView: 1, mimeType }],
      }),
      bytes,
    )
  expect(await checkGlb(withPicture(picture))).toEqual({ triangles: 1 })
  await refused(withPicture(wide), /larger than 4096/)
  await refused(withPicture(square), /larger than 4096/)
  await refused(withPicture(picture, 'image/webp'), /must be PNG or JPEG/)
  await refused(withPicture(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')), /cannot be read/)
})
