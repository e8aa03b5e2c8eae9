/** Opens something at its first use and keeps it. After a failure the next use tries again. */
export function lazily<Value>(open: () => Promise<Value>): () => Promise<Value> {
  let opened: Promise<Value> | null = null
  return () => {
    opened ??= open().catch((error: unknown) => {
      opened = null
      throw error
    })
    return opened
  }
}
