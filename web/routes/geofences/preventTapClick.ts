/**
 * Keeps the tap that ends a drawing from clicking the dialog that opens under the finger: browsers send the click of a tap
 * after its end. Returns the removal.
 */
export function preventTapClick(place: HTMLElement, hasEnded: () => boolean): () => void {
  const onTouchEnd = (event: TouchEvent) => hasEnded() && event.preventDefault()
  place.addEventListener('touchend', onTouchEnd, { passive: false })
  return () => place.removeEventListener('touchend', onTouchEnd)
}
