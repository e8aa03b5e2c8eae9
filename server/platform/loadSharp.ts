/** What draws pictures. It holds 25 MB from the first one on, and most processes draw none. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // Nobody sends the same picture twice, and the cores belong to the boats.
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}
