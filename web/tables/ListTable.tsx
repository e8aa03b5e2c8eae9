import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type Column, DataTable } from './DataTable.tsx'
import { ListPage } from './ListPage.tsx'

type Props<Row> = Omit<ComponentProps<typeof ListPage<Row>>, 'children'> & {
  columns: readonly Column<Row>[]
  /** Default order of the rows. */
  order: string
  /** Menu at the end of a row. */
  menu?: ((row: Row) => ReactNode) | undefined
}

/** Usual list: a page with rows in a table, sorted by its headers. */
export function ListTable<Row extends { id: string }>({ columns, order, menu, ...page }: Props<Row>) {
  const { t } = useTranslation()
  const { search, change } = page.address
  return (
    <ListPage {...page}>
      {(rows) => (
        <DataTable
          label={page.title}
          columns={columns}
          rows={rows}
          order={search.order ?? order}
          onOrder={(next) => change({ order: next === order ? undefined : next })}
          menu={menu}
          menuTitle={t('common.actions')}
        />
      )}
    </ListPage>
  )
}
