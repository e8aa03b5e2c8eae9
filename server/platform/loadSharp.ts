/** Loads the image library. It uses 25 MB from the first picture on, and most processes draw none. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // Nobody sends the same picture twice, and the cores belong to the boats.
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}
