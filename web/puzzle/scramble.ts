/** Letters of a word in another order; always the same order for the same word. */
export const scramble = (word: string): string => reorder(word, [word], seeded(word))

/**
 * Letters of a word in an order different from the given ones; at least three letters must differ. `random` returns
 * numbers from 0 up to 1, as `Math.random` does.
 */
export function reorder(word: string, butNot: readonly string[], random: () => number): string {
  for (;;) {
    const letters = [...word]
    for (let last = letters.length - 1; last > 0; last--) {
      const other = Math.floor(random() * (last + 1))
      ;[letters[last], letters[other]] = [letters[other] ?? '', letters[last] ?? '']
    }
    const order = letters.join('')
    if (!butNot.includes(order)) return order
  }
}

/** Mulberry32, seeded by the word's letters: evenly spread, and the same in every browser. */
function seeded(word: string): () => number {
  let state = [...word].reduce((sum, letter) => Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0), 7)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
