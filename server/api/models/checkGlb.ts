import { z } from 'zod'
import { Problem } from '#contract/wire/errors.ts'
import { MODEL_LIMITS, MODEL_PROBLEMS } from '#contract/wire/model.ts'
import { loadSharp } from '#server/platform/loadSharp.ts'

const MAGIC = 0x46546c67
const JSON_CHUNK = 0x4e4f534a
const BINARY_CHUNK = 0x004e4942
const HEADER_BYTES = 12
const CHUNK_HEADER_BYTES = 8
const TRIANGLES = 4
/** Extensions about materials and quantized meshes; all others need decoders that the console lacks. */
const EXTENSIONS = /^KHR_(materials_\w+|mesh_quantization|texture_transform)$/

const index = z.int().min(0)
const list = <Item extends z.ZodType>(item: Item) => z.array(item).max(MODEL_LIMITS.parts).default([])
/** Parts of glTF 2.0 that decide how expensive a file is to read, and what it refers to. */
const Gltf = z.object({
  asset: z.object({ version: z.string().regex(/^2\./) }),
  extensionsRequired: z.array(z.string().regex(EXTENSIONS)).default([]),
  // A buffer with an address of its own would make the viewer of the file request it.
  buffers: z.array(z.object({ byteLength: index, uri: z.never().optional() })).length(1),
  bufferViews: list(z.object({ buffer: z.literal(0), byteOffset: index.default(0), byteLength: index })),
  accessors: list(
    z.object({
      bufferView: index,
      byteOffset: index.default(0),
      componentType: z.union([5120, 5121, 5122, 5123, 5125, 5126].map((type) => z.literal(type))),
      type: z.enum(['SCALAR', 'VEC2', 'VEC3', 'VEC4', 'MAT2', 'MAT3', 'MAT4']),
      count: index,
      sparse: z.never().optional(),
    }),
  ),
  images: list(
    z.object({ uri: z.never().optional(), bufferView: index, mimeType: z.enum(['image/png', 'image/jpeg']) }),
  ),
  meshes: list(
    z.object({
      primitives: list(
        z.object({
          attributes: z.record(z.string(), index),
          indices: index.optional(),
          material: index.optional(),
          mode: z.int().default(TRIANGLES),
        }),
      ),
    }),
  ),
  nodes: list(
    z.object({
      mesh: index.optional(),
      skin: index.optional(),
      camera: index.optional(),
      children: z.array(index).default([]),
    }),
  ),
  materials: list(z.looseObject({})),
  textures: list(z.object({ source: index.optional(), sampler: index.optional() })),
  samplers: list(z.looseObject({})),
  skins: list(z.object({ joints: z.array(index), inverseBindMatrices: index.optional() })),
  cameras: list(z.looseObject({})),
  animations: list(
    z.object({
      samplers: z.array(z.object({ input: index, output: index })),
      channels: z.array(z.object({ sampler: index, target: z.object({ node: index.optional() }) })),
    }),
  ),
  scenes: list(z.object({ nodes: z.array(index).default([]) })),
  scene: index.optional(),
})
type Gltf = z.infer<typeof Gltf>

/**
 * Reads a binary glTF 2 file that anybody may have made: whole in itself, within the limits, every reference inside it.
 * Answers how many triangles are drawn. Throws `invalid`.
 */
export async function checkGlb(bytes: Buffer): Promise<{ triangles: number }> {
  const { json, binary } = chunksOf(bytes)
  const gltf = parse(json)
  if ((gltf.buffers[0]?.byteLength ?? 0) > binary.length) refuse('modelCutOff')
  for (const { byteOffset, byteLength } of gltf.bufferViews) {
    if (byteOffset + byteLength > binary.length) refuse('modelNotGltf')
  }
  for (const accessor of gltf.accessors) {
    if (accessor.byteOffset + bytesOf(accessor) > at(gltf.bufferViews, accessor.bufferView).byteLength)
      refuse('modelNotGltf')
  }
  checkReferences(gltf)
  checkAllCorners(gltf, binary)
  // A mesh may stand in many places, so each is counted once and then taken as often as it is drawn.
  const meshes = gltf.meshes.map((mesh) => sizeOf(gltf, mesh))
  let vertices = 0
  let triangles = 0
  for (const { mesh } of nodesOnce(gltf)) {
    if (mesh === undefined) continue
    vertices += at(meshes, mesh).vertices
    triangles += at(meshes, mesh).triangles
  }
  if (triangles === 0) refuse('modelNoSurface')
  if (vertices > MODEL_LIMITS.vertices || triangles > 2 * MODEL_LIMITS.vertices) refuse('modelTooManyPoints')
  for (const { bufferView } of gltf.images) {
    const { byteOffset, byteLength } = at(gltf.bufferViews, bufferView)
    await checkTexture(binary.subarray(byteOffset, byteOffset + byteLength))
  }
  return { triangles }
}

type Primitive = Gltf['meshes'][number]['primitives'][number]

/** Checks that every index refers to an existing item. */
function checkReferences(gltf: Gltf): void {
  const { nodes, materials, textures, images, samplers, skins, cameras, accessors } = gltf
  const check = (items: readonly unknown[], i: number | undefined) => i !== undefined && at(items, i)
  check(gltf.scenes, gltf.scene)
  for (const scene of gltf.scenes) for (const node of scene.nodes) at(nodes, node)
  for (const { skin, camera } of nodes) {
    check(skins, skin)
    check(cameras, camera)
  }
  for (const { primitives } of gltf.meshes) for (const { material } of primitives) check(materials, material)
  for (const texture of texturesIn(materials)) at(textures, texture)
  for (const { source, sampler } of textures) {
    check(images, source)
    check(samplers, sampler)
  }
  for (const { joints, inverseBindMatrices } of skins) {
    for (const joint of joints) at(nodes, joint)
    check(accessors, inverseBindMatrices)
  }
  for (const animation of gltf.animations) {
    for (const { input, output } of animation.samplers) [input, output].map((i) => at(accessors, i))
    for (const { sampler, target } of animation.channels) {
      at(animation.samplers, sampler)
      check(nodes, target.node)
    }
  }
}

/** Materials, and their extensions, name textures as `{ index }` wherever a key ends with Texture. */
function texturesIn(value: unknown): number[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => {
    const named = /Texture$/.test(key) ? index.safeParse((part as { index?: unknown } | null)?.index) : null
    if (named && !named.success) refuse('modelNotGltf')
    return named ? [named.data] : texturesIn(part)
  })
}

/** Checks each list of corners once, since many parts may name one list. */
function checkAllCorners(gltf: Gltf, binary: Buffer): void {
  const checked = new Set<string>()
  let corners = 0
  for (const { primitives } of gltf.meshes) {
    for (const primitive of primitives) {
      if (primitive.indices === undefined) continue
      const of = `${primitive.indices} ${Object.values(primitive.attributes).join(' ')}`
      if (checked.has(of)) continue
      checked.add(of)
      corners += at(gltf.accessors, primitive.indices).count
      // Lists may overlap, so their number alone does not bound the work.
      if (corners > binary.length) refuse('modelTooManyPoints')
      checkCorners(gltf, primitive, binary)
    }
  }
}

/** The corners of triangles are points that are there: a graphics card does not look. */
function checkCorners({ accessors, bufferViews }: Gltf, primitive: Primitive, binary: Buffer): void {
  if (primitive.indices === undefined) return
  const corners = at(accessors, primitive.indices)
  const { componentType, count } = corners
  if (corners.type !== 'SCALAR' || ![5121, 5123, 5125].includes(componentType)) refuse('modelNotGltf')
  const points = Math.min(...Object.values(primitive.attributes).map((i) => at(accessors, i).count))
  const start = at(bufferViews, corners.bufferView).byteOffset + corners.byteOffset
  const bytes = componentBytes(componentType)
  for (let i = 0; i < count; i++) {
    if (binary.readUIntLE(start + i * bytes, bytes) >= points) refuse('modelNotGltf')
  }
}

function sizeOf({ accessors }: Gltf, { primitives }: Gltf['meshes'][number]) {
  const size = { vertices: 0, triangles: 0 }
  for (const { attributes, indices, mode } of primitives) {
    if (attributes.POSITION === undefined) refuse('modelNotGltf')
    const points = Math.max(...Object.values(attributes).map((accessor) => at(accessors, accessor).count))
    const corners = indices === undefined ? points : at(accessors, indices).count
    size.vertices += points
    if (mode === TRIANGLES) size.triangles += Math.floor(corners / 3)
  }
  return size
}

/** Every node is reached from one parent at most and never from itself, else reading it would not end. */
function nodesOnce({ nodes }: Gltf): Gltf['nodes'] {
  const parents = new Map<number, number>()
  for (const [parent, { children }] of nodes.entries()) {
    for (const child of children) {
      at(nodes, child)
      if (parents.has(child)) refuse('modelNotGltf')
      parents.set(child, parent)
    }
  }
  for (const start of nodes.keys()) {
    let steps = 0
    for (let above = parents.get(start); above !== undefined; above = parents.get(above)) {
      if (++steps > MAX_DEPTH) refuse('modelNotGltf')
    }
  }
  return nodes
}

const MAX_DEPTH = 100

function chunksOf(bytes: Buffer): { json: string; binary: Buffer } {
  if (bytes.length < HEADER_BYTES + CHUNK_HEADER_BYTES || bytes.readUInt32LE(0) !== MAGIC)
    refuse('modelNoGlb')
  if (bytes.readUInt32LE(4) !== 2) refuse('modelOldGltf')
  if (bytes.readUInt32LE(8) !== bytes.length) refuse('modelCutOff')
  const json = chunkAt(bytes, HEADER_BYTES, JSON_CHUNK)
  const next = HEADER_BYTES + CHUNK_HEADER_BYTES + json.length
  return { json: json.toString('utf8'), binary: chunkAt(bytes, next, BINARY_CHUNK) }
}

function chunkAt(bytes: Buffer, offset: number, type: number): Buffer {
  const start = offset + CHUNK_HEADER_BYTES
  if (start > bytes.length || bytes.readUInt32LE(offset + 4) !== type) refuse('modelCutOff')
  const end = start + bytes.readUInt32LE(offset)
  if (end > bytes.length) refuse('modelCutOff')
  return bytes.subarray(start, end)
}

function parse(json: string): Gltf {
  let read: unknown
  try {
    read = JSON.parse(json)
  } catch {
    refuse('modelNotGltf')
  }
  const parsed = Gltf.safeParse(read)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const path = issue?.path ?? []
  if (path.includes('uri')) refuse('modelOtherFiles')
  if (path[0] === 'extensionsRequired') refuse('modelCompressed')
  if (path.includes('mimeType')) refuse('modelPicture')
  return refuse(issue?.code === 'too_big' ? 'modelTooManyParts' : 'modelNotGltf')
}

async function checkTexture(bytes: Buffer): Promise<void> {
  const sharp = await loadSharp()
  // Only the head is read, to distinguish a picture that is too large from a file that is no picture.
  const metadata = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null)
  if (metadata?.format !== 'png' && metadata?.format !== 'jpeg') refuse('modelPicture')
  if (Math.max(metadata?.width ?? 0, metadata?.height ?? 0) > MODEL_LIMITS.texturePx)
    refuse('modelPictureTooLarge')
}

const COMPONENTS = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT2: 4, MAT3: 9, MAT4: 16 } as const
const componentBytes = (type: number) => (type < 5122 ? 1 : type < 5125 ? 2 : 4)
/** At least; values that lie apart in their view take more, and browsers see to that themselves. */
const bytesOf = ({ componentType, type, count }: Gltf['accessors'][number]) =>
  count * COMPONENTS[type] * componentBytes(componentType)

function at<Item>(items: readonly Item[], i: number): Item {
  return items[i] ?? refuse('modelNotGltf')
}

function refuse(why: keyof typeof MODEL_PROBLEMS): never {
  throw new Problem('invalid', MODEL_PROBLEMS[why])
}
