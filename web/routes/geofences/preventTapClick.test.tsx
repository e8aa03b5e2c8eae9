import { expect, test } from 'vitest'
import { preventTapClick } from './preventTapClick.ts'

test('keeps only the tap that ends a drawing from clicking', () => {
  const place = document.createElement('div')
  const canvas = place.appendChild(document.createElement('canvas'))
  /** True when the browser would send a click after the tap. */
  const tap = () => canvas.dispatchEvent(new Event('touchend', { bubbles: true, cancelable: true }))
  let hasEnded = false
  const remove = preventTapClick(place, () => hasEnded)
  expect(tap()).toBe(true)
  hasEnded = true
  expect(tap()).toBe(false)
  remove()
  expect(tap()).toBe(true)
})
