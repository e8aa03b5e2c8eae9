import { Box3, Group, type Object3D, Vector3 } from 'three'

/** Draught as a share of the length, for a model that lies on the ground of its file: such a file has no waterline. */
const USUAL_DRAUGHT = 0.05
/** Wider than long by more than this, a model lies across: her bow is towards +X. */
const ACROSS = 1.2

/**
 * The model as long as the vessel, bow towards +Z as glTF has it, in the middle above the origin. Where the file's own
 * zero cuts through her it is the waterline.
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
