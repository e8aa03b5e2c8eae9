import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reorder, scramble } from './scramble.ts'

const word = fc
  .array(fc.constantFrom(...'abcdeðþæö'), { minLength: 4, maxLength: 12 })
  .filter((letters) => new Set(letters).size > 2)
  .map((letters) => letters.join(''))
const sorted = (text: string) => [...text].sort().join('')

test('uses the letters of the word, never in its order, always with the same result', () => {
  fc.assert(
    fc.property(word, (text) => {
      expect(sorted(scramble(text))).toBe(sorted(text))
      expect(scramble(text)).not.toBe(text)
      expect(scramble(text)).toBe(scramble(text))
    }),
  )
})

test('shuffles into neither the word nor the shown order', () => {
  fc.assert(
    fc.property(word, (text) => {
      const shown = scramble(text)
      const next = reorder(text, [text, shown], Math.random)
      expect(sorted(next)).toBe(sorted(text))
      expect([text, shown]).not.toContain(next)
    }),
  )
})

test('can reach every order', () => {
  const orders = new Set(Array.from({ length: 600 }, (_, at) => reorder('abcd', [], seeds(at))))
  expect(orders.size).toBe(24)
})

/** Pseudo-random numbers that depend on the seed. */
function seeds(seed: number) {
  let at = seed * 3
  return () => (Math.sin(++at * 12.9898) * 43_758.5453 + 1e6) % 1
}
