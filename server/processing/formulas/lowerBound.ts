/** Index of the first time that is not before `us`. */
export function lowerBound(timeUs: Float64Array, us: number): number {
  let low = 0
  for (let high = timeUs.length; low < high; ) {
    const middle = (low + high) >> 1
    if ((timeUs[middle] as number) < us) low = middle + 1
    else high = middle
  }
  return low
}
