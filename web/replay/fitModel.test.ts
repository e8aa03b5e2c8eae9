import { Box3, BoxGeometry, Mesh, Vector3 } from 'three'
import { expect, test } from 'vitest'
import { fitModel } from './fitModel.ts'

const boxOf = (x: number, y: number, z: number, bottomY: number) => {
  const mesh = new Mesh(new BoxGeometry(x, y, z).translate(3, bottomY + y / 2, 5))
  const fitted = fitModel(mesh, 12)
  fitted.updateMatrixWorld(true)
  return { fitted, box: new Box3().setFromObject(fitted), mesh }
}

test('scales a model in any unit to the length of the vessel, and centres it', () => {
  const { box } = boxOf(300, 200, 1000, -50)
  expect(box.getSize(new Vector3()).z).toBeCloseTo(12)
  expect(box.getCenter(new Vector3()).x).toBeCloseTo(0)
  expect(box.getCenter(new Vector3()).z).toBeCloseTo(0)
})

test("floats the boat at the model's zero inside her, or else at her usual draught", () => {
  expect(boxOf(3, 2, 10, -0.5).box.min.y).toBeCloseTo(-0.6)
  expect(boxOf(3, 2, 10, 0).box.min.y).toBeCloseTo(-0.6)
  expect(boxOf(3, 2, 10, 40).box.min.y).toBeCloseTo(-0.6)
})

test('turns a model that lies across, so that its bow points from +X to +Z', () => {
  const { box, mesh } = boxOf(10, 2, 3, 0)
  expect(box.getSize(new Vector3()).z).toBeCloseTo(12)
  const bow = new Vector3(8, 1, 5).applyMatrix4(mesh.matrixWorld)
  expect(bow.z).toBeCloseTo(6)
  expect(bow.x).toBeCloseTo(0)
})
