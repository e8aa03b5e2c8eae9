import {
  AxesHelper,
  BufferAttribute,
  BufferGeometry,
  Color,
  DirectionalLight,
  DoubleSide,
  Fog,
  Group,
  HemisphereLight,
  Mesh,
  MeshStandardMaterial,
  type Object3D,
  PerspectiveCamera,
  Quaternion,
  Scene,
  Vector3,
  WebGLRenderer,
} from 'three'
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js'
import { degToRad, radToDeg } from '#contract/units.ts'
import type { Scheme } from '../ui/tokens.ts'
import { type BoatShape, type LoftedBoat, loftHull } from './loftHull.ts'
import { createSea } from './sea.ts'

export const CAMERA_VIEWS = ['orbit', 'bow', 'stern', 'port', 'starboard', 'top', 'bottom'] as const
export type CameraView = (typeof CAMERA_VIEWS)[number]

/** The boat on her sea at one moment. */
export interface Moment {
  orientation: Quaternion
  sogKn: number
  timeMs: number
}

export interface ReplayScene {
  show(moment: Moment): void
  /** From where one looks; `onTouch` of the scene hears when the hand took over. */
  look(view: CameraView): void
  axes(shown: boolean): void
  /** Replaces the lofted boat by a model with its bow towards +Z. */
  model(object: Object3D): void
  paint(scheme: Scheme): void
  resize(widthPx: number, heightPx: number): void
  close(): void
}

interface Options {
  canvas: HTMLCanvasElement
  boat: BoatShape
  scheme: Scheme
  onTouch: () => void
}

const VIEW_DEG = 42
const HALF_VIEW = Math.tan(degToRad(VIEW_DEG / 2))

/** Where the camera stands, in lengths of the boat: starboard is −X, the bow +Z. */
const STANDS: Readonly<Record<CameraView, readonly [number, number, number]>> = {
  orbit: [-1.05, 0.62, 1.2],
  bow: [0, 0.35, 1.75],
  stern: [0, 0.42, -1.75],
  port: [1.75, 0.32, 0],
  starboard: [-1.75, 0.32, 0],
  top: [0, 2.1, -0.001],
  bottom: [0, -2.1, -0.001],
}

const GROUND: Readonly<Record<Scheme, { sky: string; sun: number; ambient: number }>> = {
  dark: { sky: '#0b1622', sun: 1.6, ambient: 0.9 },
  light: { sky: '#cfe3ef', sun: 2.4, ambient: 1.5 },
}

/** A boat, her sea and a camera; draws when it is told to and not otherwise. */
export function openScene({ canvas, boat, scheme, onTouch }: Options): ReplayScene {
  const renderer = new WebGLRenderer({ canvas, antialias: true, powerPreference: 'low-power' })
  renderer.setPixelRatio(Math.min(devicePixelRatio, 2))
  const scene = new Scene()
  const camera = new PerspectiveCamera(VIEW_DEG, 1, 0.1, 4000)
  const controls = new OrbitControls(camera, canvas)
  controls.enablePan = false
  controls.minDistance = boat.lengthM * 0.6
  controls.maxDistance = boat.lengthM * 6
  controls.addEventListener('start', onTouch)
  controls.addEventListener('change', draw)

  const sun = new DirectionalLight('#ffffff', 1)
  sun.position.set(-0.6, 1, 0.35)
  const ambient = new HemisphereLight('#dff1ff', '#10202c', 1)
  const sea = createSea(boat.lengthM)
  const hull = new Group()
  const axesHelper = new AxesHelper(boat.lengthM * 0.7)
  axesHelper.visible = false
  let shape: Object3D = build(loftHull(boat))
  hull.add(shape, axesHelper)
  scene.add(sun, ambient, hull, sea.object)

  let closed = false
  function draw() {
    if (!closed) renderer.render(scene, camera)
  }
  function paint(next: Scheme) {
    const { sky, sun: sunPower, ambient: ambientPower } = GROUND[next]
    scene.background = new Color(sky)
    scene.fog = new Fog(sky, boat.lengthM * 5, boat.lengthM * 26)
    sun.intensity = sunPower
    ambient.intensity = ambientPower
    sea.paint(next)
    draw()
  }
  function look(view: CameraView) {
    const [x, y, z] = STANDS[view]
    camera.position.set(x, y, z).multiplyScalar(boat.lengthM)
    controls.target.set(0, boat.lengthM * 0.05, 0)
    controls.update()
    draw()
  }
  const forward = new Vector3()
  const levelled = new Quaternion()
  const UP = new Vector3(0, 1, 0)

  look('orbit')
  paint(scheme)
  return {
    show({ orientation, sogKn, timeMs }) {
      // The camera travels with the boat's course: what turns the boat on the spot is roll, pitch and yaw about it.
      forward.set(0, 0, 1).applyQuaternion(orientation)
      levelled.setFromAxisAngle(UP, -Math.atan2(forward.x, forward.z))
      hull.quaternion.copy(levelled).multiply(orientation)
      sea.move(timeMs, sogKn)
      draw()
    },
    look,
    axes(shown) {
      axesHelper.visible = shown
      draw()
    },
    model(object) {
      hull.remove(shape)
      release(shape)
      shape = object
      hull.add(shape)
      draw()
    },
    paint,
    resize(widthPx, heightPx) {
      renderer.setSize(widthPx, heightPx, false)
      camera.aspect = widthPx / Math.max(1, heightPx)
      // On a window higher than wide the boat would not fit: there the angle counts from side to side.
      camera.fov = camera.aspect < 1 ? radToDeg(2 * Math.atan(HALF_VIEW / camera.aspect)) : VIEW_DEG
      camera.updateProjectionMatrix()
      draw()
    },
    close() {
      closed = true
      controls.dispose()
      release(shape)
      sea.close()
      renderer.dispose()
    },
  }
}

const MATERIALS = {
  hull: { color: '#e9eef2', roughness: 0.45, metalness: 0.05 },
  deck: { color: '#b9a98c', roughness: 0.8, metalness: 0 },
  house: { color: '#f7f9fb', roughness: 0.5, metalness: 0 },
  glass: { color: '#16324a', roughness: 0.15, metalness: 0.4 },
  tube: { color: '#3d4b57', roughness: 0.7, metalness: 0 },
  spar: { color: '#c8d0d6', roughness: 0.4, metalness: 0.4 },
} as const

function build({ hull, parts }: LoftedBoat): Group {
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

function release(object: Object3D) {
  object.traverse((part) => {
    if (!(part instanceof Mesh)) return
    part.geometry.dispose()
    for (const material of [part.material].flat()) material.dispose()
  })
}
