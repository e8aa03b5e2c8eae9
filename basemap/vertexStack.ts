/** Numbers of a block, 4 MB; whatever is longer has a block of its own. */
const BLOCK_NUMBERS = 1 << 19
/** Blocks that are kept for what comes next. */
const MOST_IDLE = 4

/**
 * Room for vertices that are needed for as long as a branch of the tile tree is cut and no longer. Left to the collector of
 * garbage, each cut would leave some gigabytes, which is either collected all the time or takes a gigabyte.
 */
const blocks: Float64Array[] = []
let block = -1
let used = 0
let depth = 0

/** Starts a scope: vertices clipped from now on are valid until `leave`, and are then overwritten. */
export function enter(): { leave(): void } {
  const mark = { block, used }
  depth++
  return {
    leave() {
      depth--
      block = mark.block
      used = mark.used
      blocks.length = Math.min(blocks.length, block + 1 + MOST_IDLE)
    },
  }
}

/** A copy of these numbers, on the stack of the branch that is being cut or, outside of one, by itself. */
export function copied(numbers: Float64Array): Float64Array {
  if (depth === 0 || numbers.length > BLOCK_NUMBERS) return numbers.slice()
  if (block < 0 || used + numbers.length > BLOCK_NUMBERS) {
    block++
    blocks[block] ??= new Float64Array(BLOCK_NUMBERS)
    used = 0
  }
  const copy = (blocks[block] as Float64Array).subarray(used, used + numbers.length)
  copy.set(numbers)
  used += numbers.length
  return copy
}
