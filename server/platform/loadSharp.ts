/** Loads the image library. It uses 25 MB from the first picture on, and most processes draw none. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // Pictures are rarely repeated, and processing of boats needs the cores.
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}
