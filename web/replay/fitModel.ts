import { Box3, Group, type Object3D, Vector3 } from 'three'

/** Draught as a share of the length, for a model that stands on its zero: such a file has no waterline. */
const USUAL_DRAUGHT = 0.05
/** Ratio of width to length above which a model lies across, with its bow towards +X. */
const ACROSS = 1.2

/**
 * Scales a model to the vessel's length and centres it above the origin, bow towards +Z as in glTF. If zero cuts
 * through the model, zero is the waterline.
 */
export function fitModel(model: Object3D, lengthM: number): Group {
  const turned = new Group()
  turned.add(model)
  const lying = sizeOf(turned)
  if (lying.x > ACROSS * lying.z) turned.rotation.y = -Math.PI / 2
  const size = sizeOf(turned)
  const scale = lengthM / Math.max(size.x, size.z, 1e-6)
  const fitted = new Group()
  fitted.add(turned)
  turned.scale.setScalar(scale)
  fitted.updateMatrixWorld(true)
  const box = new Box3().setFromObject(fitted)
  const middle = box.getCenter(new Vector3())
  const floats = box.min.y < 0 && box.max.y > 0
  turned.position.set(-middle.x, floats ? 0 : -box.min.y - USUAL_DRAUGHT * lengthM, -middle.z)
  return fitted
}

function sizeOf(object: Object3D): Vector3 {
  object.updateMatrixWorld(true)
  return new Box3().setFromObject(object).getSize(new Vector3())
}
