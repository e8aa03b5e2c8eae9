import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Chunk, groupChunks } from './groupChunks.ts'

const chunk = (name: string, length: number, pages: string, imports: string[] = []): Chunk => ({
  name,
  length,
  pages: new Set(pages),
  imports,
})

test('joins what the same pages load, and keeps apart what others would load for nothing', () => {
  const groups = groupChunks(
    [chunk('list', 500, 'ab'), chunk('row', 400, 'ab'), chunk('chart', 900, 'cd')],
    100,
  )
  expect(groups).toEqual(
    new Map([
      ['list', 'list'],
      ['row', 'list'],
      ['chart', 'chart'],
    ]),
  )
})

test('a short chunk is worth no request of its own', () => {
  expect(groupChunks([chunk('large', 900, 'abc'), chunk('short', 10, 'ab')], 100).get('short')).toBe('large')
})

test('a chunk does not bring what it imports to pages that have no use for it', () => {
  const chunks = [
    chunk('list', 500, 'abcd'),
    chunk('table', 400, 'abc', ['library']),
    chunk('library', 5000, 'abcef'),
  ]
  const alone = chunks.map((each) => ({ ...each, imports: [] }))
  expect(groupChunks(alone, 600).get('table')).toBe('list')
  expect(groupChunks(chunks, 600).get('table')).toBe('library')
})

test('chunks around a third that cannot join them stay apart', () => {
  const through = [
    chunk('page', 50, 'ab', ['between']),
    chunk('between', 9000, 'abcdefgh', ['base']),
    chunk('base', 50, 'ab'),
  ]
  expect(new Set(groupChunks(through, 100).values()).size).toBe(3)
  const apart = through.map((each) => ({ ...each, imports: [] }))
  expect(groupChunks(apart, 100).get('page')).toBe(groupChunks(apart, 100).get('base'))
})

const anyChunks = fc
  .array(
    fc.record({
      length: fc.integer({ min: 1, max: 1000 }),
      pages: fc.uniqueArray(fc.constantFrom(...'abcdef'), { minLength: 1 }),
      imports: fc.array(fc.nat(20)),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((drawn) =>
    // Each imports only later ones, so that the chunks themselves have no circle.
    drawn.map(({ length, pages, imports }, i): Chunk & { pages: Set<string> } => {
      const later = imports.filter((at) => at > i && at < drawn.length)
      return { name: `${i}`, length, pages: new Set(pages), imports: later.map((at) => `${at}`) }
    }),
  )
  .map((chunks): Chunk[] => {
    for (const { pages, imports } of chunks)
      for (const imported of imports) for (const page of pages) chunks[Number(imported)]?.pages.add(page)
    return chunks
  })

test('every chunk has a group, no group imports itself around others, and pages transfer no more', () => {
  fc.assert(
    fc.property(anyChunks, (chunks) => {
      const groups = groupChunks(chunks, 200)
      expect([...groups.keys()].sort()).toEqual(chunks.map(({ name }) => name).sort())
      expect(isCircular(chunks, groups)).toBe(false)
      expect(transferred(chunks, groups)).toBeLessThanOrEqual(
        transferred(chunks, new Map(chunks.map(({ name }) => [name, name]))),
      )
    }),
  )
})

/** Characters that all pages load, each with the groups of its chunks and all that these import. */
function transferred(chunks: readonly Chunk[], groups: ReadonlyMap<string, string>): number {
  const chunksOf = Map.groupBy(chunks, ({ name }) => groups.get(name))
  const pages = new Set(chunks.flatMap((each) => [...each.pages]))
  return [...pages].reduce((sum, page) => {
    const loaded = new Set(chunks.filter((each) => each.pages.has(page)).map(({ name }) => groups.get(name)))
    for (const group of loaded)
      for (const { imports } of chunksOf.get(group) ?? [])
        for (const imported of imports) loaded.add(groups.get(imported))
    const lengthOf = (group: string | undefined) =>
      (chunksOf.get(group) ?? []).reduce((length, each) => length + each.length, 200)
    return sum + [...loaded].reduce((length, group) => length + lengthOf(group), 0)
  }, 0)
}

function isCircular(chunks: readonly Chunk[], groups: ReadonlyMap<string, string>): boolean {
  const edges = chunks.flatMap(({ name, imports }) =>
    imports.map((imported) => [groups.get(name), groups.get(imported)] as const),
  )
  let left = edges.filter(([from, to]) => from !== to)
  for (;;) {
    const importing = new Set(left.map(([from]) => from))
    const next = left.filter(([, to]) => importing.has(to))
    if (next.length === left.length) return next.length > 0
    left = next
  }
}
