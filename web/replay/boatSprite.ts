import {
  DirectionalLight,
  Group,
  HemisphereLight,
  type Object3D,
  OrthographicCamera,
  type Quaternion,
  Scene,
  Vector3,
  WebGLRenderer,
} from 'three'
import { buildBoat, releaseObject } from './boatMesh.ts'
import { courseTurn, levelTurn } from './headingTurn.ts'
import type { BoatShape } from './loftHull.ts'

/** Draws a boat alone on a transparent background, seen from the south and high up, so that north is up as on a map. */
export interface BoatSprite {
  /** Rolled and pitched as measured, and turned to her course when the course is known. */
  show(orientation: Quaternion, courseDeg: number | null): void
  close(): void
}

interface Options {
  canvas: HTMLCanvasElement
  boat: BoatShape
  /** Model to draw instead of the lofted boat, bow towards +Z. */
  model: Object3D | null
  sidePx: number
}

export function openBoatSprite({ canvas, boat, model, sidePx }: Options): BoatSprite {
  const renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true, powerPreference: 'low-power' })
  renderer.setPixelRatio(Math.min(devicePixelRatio, 2))
  renderer.setSize(sidePx, sidePx, false)
  const reach = boat.lengthM * 0.62
  const camera = new OrthographicCamera(-reach, reach, reach, -reach, 0.1, boat.lengthM * 6)
  camera.position.set(0, boat.lengthM * 2, -boat.lengthM * 1.3)
  camera.lookAt(new Vector3())
  const scene = new Scene()
  const sun = new DirectionalLight('#ffffff', 2.2)
  sun.position.set(0.6, 1, -0.4)
  const shape = model ?? buildBoat(boat)
  const hull = new Group()
  hull.add(shape)
  scene.add(sun, new HemisphereLight('#ffffff', '#40505c', 1.6), hull)
  return {
    show(orientation, courseDeg) {
      if (courseDeg === null) hull.quaternion.copy(orientation)
      else hull.quaternion.copy(courseTurn(courseDeg)).multiply(levelTurn(orientation)).multiply(orientation)
      renderer.render(scene, camera)
    },
    close() {
      releaseObject(shape)
      renderer.dispose()
    },
  }
}
