/** A GLB file made by hand: one triangle two metres long, or what `change` makes of its description. */
export function testGlb(
  change: (gltf: Gltf) => object = (gltf) => gltf,
  more: Buffer = Buffer.alloc(0),
): Buffer {
  const points = Buffer.from(new Float32Array([0, 0, 1, 0.5, 0, -1, -0.5, 0.4, -1]).buffer)
  const binary = padded(Buffer.concat([points, more]), 0)
  const gltf = change({
    asset: { version: '2.0' },
    buffers: [{ byteLength: binary.length }],
    bufferViews: [{ buffer: 0, byteOffset: 0, byteLength: points.length }],
    accessors: [
      {
        ...{ bufferView: 0, componentType: 5126, type: 'VEC3', count: 3 },
        ...{ min: [-0.5, 0, -1], max: [0.5, 0.4, 1] },
      },
    ],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    nodes: [{ mesh: 0 }],
    scenes: [{ nodes: [0] }],
    scene: 0,
  })
  const json = padded(Buffer.from(JSON.stringify(gltf)), 0x20)
  const header = Buffer.alloc(12)
  header.writeUInt32LE(0x46546c67, 0)
  header.writeUInt32LE(2, 4)
  header.writeUInt32LE(12 + 8 + json.length + 8 + binary.length, 8)
  return Buffer.concat([header, chunk(0x4e4f534a, json), chunk(0x004e4942, binary)])
}

interface Gltf {
  asset: object
  buffers: object[]
  bufferViews: object[]
  accessors: object[]
  meshes: object[]
  nodes: object[]
  scenes: object[]
  scene: number
}

function chunk(type: number, bytes: Buffer): Buffer {
  const header = Buffer.alloc(8)
  header.writeUInt32LE(bytes.length, 0)
  header.writeUInt32LE(type, 4)
  return Buffer.concat([header, bytes])
}

/** Chunks end at multiples of four bytes. */
const padded = (bytes: Buffer, fill: number) =>
  Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4, fill)])
