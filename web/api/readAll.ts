import { MAX_LIMIT } from '#contract/wire/list.ts'

type Page<Row> = { data: readonly Row[]; total: number }

interface Asked {
  skip: number
  limit: number
  order: { field: 'name'; direction: 'asc' }[]
}

/** Reads every row of a list by name, page by page; for pickers and maps, which show all rows. */
export async function readAll<Row>(
  readPage: (list: Asked) => Promise<Page<Row>>,
): Promise<{ data: Row[]; total: number }> {
  const data: Row[] = []
  for (;;) {
    const page = await readPage({
      skip: data.length,
      limit: MAX_LIMIT,
      order: [{ field: 'name', direction: 'asc' }],
    })
    data.push(...page.data)
    if (page.data.length === 0 || data.length >= page.total) return { data, total: data.length }
  }
}
