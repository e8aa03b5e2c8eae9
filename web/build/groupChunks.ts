/** A set of modules that the same pages load, with the chunks it imports. */
export interface Chunk {
  name: string
  length: number
  /** Pages that load it, also through other chunks. */
  pages: ReadonlySet<string>
  imports: readonly string[]
}

/** Characters of script whose transfer costs a visitor about as much as one more request. */
const REQUEST_LENGTH = 150_000

interface Group {
  /** Name of its longest chunk. */
  name: string
  chunks: readonly string[]
  length: number
  pages: Pages
  imports: ReadonlySet<Group>
}

/**
 * Joins chunks into the groups with which all pages together transfer least: a larger group saves requests, but pages
 * also load those of its chunks which they do not use, and what these import. Joins the two groups that save most
 * until nothing more is saved. Groups never import each other in a circle, because modules of a circle would run before
 * their imports. Returns the name of its group for each chunk.
 */
export function groupChunks(chunks: readonly Chunk[], requestLength = REQUEST_LENGTH): Map<string, string> {
  let groups = groupEach(chunks)
  for (;;) {
    const pair = bestPair(groups, requestLength)
    if (!pair) return new Map(groups.flatMap(({ name, chunks }) => chunks.map((chunk) => [chunk, name])))
    groups = join(groups, ...pair)
  }
}

function groupEach(chunks: readonly Chunk[]): Group[] {
  const names = [...new Set(chunks.flatMap(({ pages }) => [...pages]))]
  const groups = new Map(
    chunks.map(({ name, length, pages }): [string, Group & { imports: Set<Group> }] => [
      name,
      { name, chunks: [name], length, pages: pagesOf(names, pages), imports: new Set() },
    ]),
  )
  for (const { name, imports } of chunks)
    for (const imported of imports) {
      const group = groups.get(imported)
      if (group) groups.get(name)?.imports.add(group)
    }
  return [...groups.values()]
}

/** The two groups that save most characters when they are joined, if any do. */
function bestPair(groups: readonly Group[], requestLength: number): [Group, Group] | null {
  const reached = new Map(groups.map((group) => [group, reachedFrom(group)]))
  const cost = (length: number, pages: number) => pages * (length + requestLength)
  let most = 0
  let best: [Group, Group] | null = null
  for (const [i, a] of groups.entries())
    for (const b of groups.slice(i + 1)) {
      const pages = union(a.pages, b.pages)
      let saved =
        cost(a.length, count(a.pages)) +
        cost(b.length, count(b.pages)) -
        cost(a.length + b.length, count(pages))
      if (saved <= most) continue
      const imported = new Set([...(reached.get(a) ?? []), ...(reached.get(b) ?? [])])
      for (const group of imported)
        if (group !== a && group !== b)
          saved -= cost(group.length, count(union(group.pages, pages)) - count(group.pages))
      if (saved <= most || leadsAround(a, b) || leadsAround(b, a)) continue
      most = saved
      best = [a, b]
    }
  return best
}

function join(groups: readonly Group[], a: Group, b: Group): Group[] {
  const joined = {
    name: a.length >= b.length ? a.name : b.name,
    chunks: [...a.chunks, ...b.chunks],
    length: a.length + b.length,
    pages: union(a.pages, b.pages),
    imports: new Set([...a.imports, ...b.imports].filter((group) => group !== a && group !== b)),
  }
  const imported = reachedFrom(joined)
  const next = new Map<Group, Group & { imports: Set<Group> }>()
  for (const group of groups)
    if (group !== a && group !== b)
      next.set(group, {
        ...group,
        pages: imported.has(group) ? union(group.pages, joined.pages) : group.pages,
        imports: new Set(),
      })
  const whole = { ...joined, imports: new Set<Group>() }
  const nextOf = (group: Group) => next.get(group) ?? whole
  for (const [old, group] of next) for (const each of old.imports) group.imports.add(nextOf(each))
  for (const each of joined.imports) whole.imports.add(nextOf(each))
  return [...next.values(), whole]
}

/** All groups that a group imports, also through others. */
function reachedFrom({ imports }: Pick<Group, 'imports'>): Set<Group> {
  const reached = new Set(imports)
  for (const group of reached) for (const imported of group.imports) reached.add(imported)
  return reached
}

/** True when one group imports the other through a third, which would close a circle if the two were joined. */
function leadsAround(from: Group, to: Group): boolean {
  const direct = new Set([...from.imports].filter((group) => group !== to))
  return reachedFrom({ imports: direct }).has(to)
}

/** A set of pages, one bit each. */
type Pages = Uint32Array

function pagesOf(names: readonly string[], pages: ReadonlySet<string>): Pages {
  const bits = new Uint32Array(Math.ceil(names.length / 32))
  for (const [i, name] of names.entries())
    if (pages.has(name)) bits[i >> 5] = (bits[i >> 5] ?? 0) | (1 << (i & 31))
  return bits
}

function union(a: Pages, b: Pages): Pages {
  return a.map((bits, i) => bits | (b[i] ?? 0))
}

function count(pages: Pages): number {
  let sum = 0
  for (let bits of pages) for (; bits !== 0; bits &= bits - 1) sum++
  return sum
}
