import {
  AxesHelper,
  Color,
  DirectionalLight,
  Fog,
  Group,
  HemisphereLight,
  type Object3D,
  PerspectiveCamera,
  type Quaternion,
  Scene,
  WebGLRenderer,
} from 'three'
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js'
import { degToRad, radToDeg } from '#contract/domain/units.ts'
import type { Scheme } from '../ui/tokens.ts'
import { buildBoat, releaseObject } from './boatMesh.ts'
import { levelTurn } from './headingTurn.ts'
import type { BoatShape } from './loftHull.ts'
import { createSea } from './sea.ts'

export const CAMERA_VIEWS = ['orbit', 'bow', 'stern', 'port', 'starboard', 'top', 'bottom'] as const
export type CameraView = (typeof CAMERA_VIEWS)[number]

/** Boat on the sea at one time. */
export interface Moment {
  /** Null when the attitude is unknown, and the boat is not drawn. */
  orientation: Quaternion | null
  sogKn: number
  timeMs: number
}

export interface ReplayScene {
  show(moment: Moment): void
  /** Sets the view; the scene calls `onTouch` when the user moves the camera. */
  look(view: CameraView): void
  axes(shown: boolean): void
  /** Draws a model with its bow towards +Z; null draws the lofted boat again. */
  model(object: Object3D | null): void
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

/** Position of the camera, in lengths of the boat: starboard is −X, the bow +Z. */
const STANDS: Readonly<Record<CameraView, readonly [number, number, number]>> = {
  orbit: [-1.05, 0.62, 1.2],
  bow: [0, 0.35, 1.75],
  stern: [0, 0.42, -1.75],
  port: [1.75, 0.32, 0],
  starboard: [-1.75, 0.32, 0],
  top: [0, 2.1, -0.001],
  bottom: [0, -2.1, -0.001],
}

interface Ground {
  sky: string
  light: string
  /** Colours of the light from above and below. */
  ambient: readonly [above: string, below: string]
  sunPower: number
  ambientPower: number
}

const AMBIENT = ['#dff1ff', '#10202c'] as const
const GROUND: Readonly<Record<Scheme, Ground>> = {
  dark: { sky: '#0b1622', light: '#ffffff', ambient: AMBIENT, sunPower: 1.6, ambientPower: 0.9 },
  light: { sky: '#cfe3ef', light: '#ffffff', ambient: AMBIENT, sunPower: 2.4, ambientPower: 1.5 },
  // A red light leaves red of every colour.
  night: {
    ...{ sky: '#0a0202', light: '#ff3a20', ambient: ['#ff3a20', '#1a0403'] },
    ...{ sunPower: 1.1, ambientPower: 0.6 },
  },
}

/** Scene with a boat, the sea and a camera; draws only when it is called. */
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

  const sun = new DirectionalLight()
  sun.position.set(-0.6, 1, 0.35)
  const ambient = new HemisphereLight()
  const sea = createSea(boat.lengthM)
  const hull = new Group()
  const axesHelper = new AxesHelper(boat.lengthM * 0.7)
  axesHelper.visible = false
  let shape: Object3D = buildBoat(boat)
  hull.add(shape, axesHelper)
  scene.add(sun, ambient, hull, sea.object)

  let closed = false
  function draw() {
    if (!closed) renderer.render(scene, camera)
  }
  function paint(next: Scheme) {
    const { sky, light, sunPower, ambientPower, ambient: around } = GROUND[next]
    scene.background = new Color(sky)
    scene.fog = new Fog(sky, boat.lengthM * 5, boat.lengthM * 26)
    sun.color.set(light)
    sun.intensity = sunPower
    ambient.color.set(around[0])
    ambient.groundColor.set(around[1])
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
  look('orbit')
  paint(scheme)
  return {
    show({ orientation, sogKn, timeMs }) {
      // The camera follows the boat's course, so the boat turns only by roll, pitch and yaw around that course.
      hull.visible = orientation !== null
      if (orientation) hull.quaternion.copy(levelTurn(orientation)).multiply(orientation)
      // A hidden boat has no wake.
      sea.move(timeMs, orientation ? sogKn : 0)
      draw()
    },
    look,
    axes(shown) {
      axesHelper.visible = shown
      draw()
    },
    model(object) {
      hull.remove(shape)
      releaseObject(shape)
      shape = object ?? buildBoat(boat)
      hull.add(shape)
      draw()
    },
    paint,
    resize(widthPx, heightPx) {
      renderer.setSize(widthPx, heightPx, false)
      camera.aspect = widthPx / Math.max(1, heightPx)
      // In a window higher than wide, the angle of view is set from side to side so that the boat fits.
      camera.fov = camera.aspect < 1 ? radToDeg(2 * Math.atan(HALF_VIEW / camera.aspect)) : VIEW_DEG
      camera.updateProjectionMatrix()
      draw()
    },
    close() {
      closed = true
      controls.dispose()
      releaseObject(shape)
      sea.close()
      renderer.dispose()
    },
  }
}
