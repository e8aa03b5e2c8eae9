import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Group,
  Mesh,
  MeshStandardMaterial,
  type Object3D,
  Texture,
} from 'three'
import { type BoatShape, loftHull } from './loftHull.ts'

/** Lofted boat, bow towards +Z. */
export function buildBoat(shape: BoatShape): Group {
  const { hull, parts } = loftHull(shape)
  const group = new Group()
  for (const { name, mesh } of [{ name: 'hull' as const, mesh: hull }, ...parts]) {
    const geometry = new BufferGeometry()
    geometry.setAttribute('position', new BufferAttribute(mesh.positions, 3))
    geometry.setIndex(new BufferAttribute(mesh.indices, 1))
    geometry.computeVertexNormals()
    const flat = name === 'house' || name === 'glass'
    group.add(
      new Mesh(
        geometry,
        new MeshStandardMaterial({ ...MATERIALS[name], side: DoubleSide, flatShading: flat }),
      ),
    )
  }
  return group
}

/** Frees the GPU memory of a model. */
export function releaseObject(object: Object3D) {
  object.traverse((part) => {
    if (!(part instanceof Mesh)) return
    part.geometry.dispose()
    for (const material of [part.material].flat()) {
      for (const value of Object.values(material)) if (value instanceof Texture) value.dispose()
      material.dispose()
    }
  })
}

const MATERIALS = {
  hull: { color: '#e9eef2', roughness: 0.45, metalness: 0.05 },
  deck: { color: '#b9a98c', roughness: 0.8, metalness: 0 },
  house: { color: '#f7f9fb', roughness: 0.5, metalness: 0 },
  glass: { color: '#16324a', roughness: 0.15, metalness: 0.4 },
  tube: { color: '#3d4b57', roughness: 0.7, metalness: 0 },
  spar: { color: '#c8d0d6', roughness: 0.4, metalness: 0.4 },
} as const
