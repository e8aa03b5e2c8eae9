/** The stores were made before the first release: no migration leads from their tables to the tables of today. */
export class PrereleaseData extends Error {
  constructor(config: { dataDir: string }, url?: { value: string | undefined; setting: string }) {
    const place = url?.value ? withoutPassword(url.value) : `The data directory ${config.dataDir}`
    const remedy = url?.value
      ? `name another database in ${url.setting}, or empty this one`
      : 'name another directory with --data, or delete this one'
    super(
      `${place} contains data of a version before the first release, which this version cannot read and has left unchanged: ${remedy}.`,
    )
  }
}

function withoutPassword(text: string) {
  const { host, pathname } = new URL(text)
  return `The database at ${host}${pathname === '/' ? '' : pathname}`
}
