import { VisuallyHidden } from '@mantine/core'
import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'react'
import classes from './DataTable.module.css'
import { SortHead } from './SortHead.tsx'

/** `Sort` are the fields by which the list can be sorted: `Column<Alert, OrderOf<typeof listAlerts>>`. */
export interface Column<Row, Sort extends string = string> {
  key: string
  title: string
  /** Field by which a click on the header sorts. */
  sort?: Sort | undefined
  /** True to align numbers right. */
  right?: boolean
  /**
   * Place of the column on a phone: `lead` names the row, `end` is the figure or time to its right, `line` is a line of
   * words, `none` is hidden. All other columns share the last line. Without a lead, the first column leads.
   */
  phone?: 'lead' | 'end' | 'line' | 'none'
  /** True to name the value on a phone's last line; numbers are always named there. */
  isNamed?: boolean
  cell: (row: Row) => ReactNode
}

interface Props<Row> {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** Current order, `field:asc` or `field:desc`. */
  order?: string
  onOrder?: (order: string) => void
  /** Menu at the end of a row. */
  menu?: ((row: Row) => ReactNode) | undefined
  menuTitle?: string
  compact?: boolean
  /** Further properties of a row, such as a place to drop files on. */
  rowProps?: (row: Row) => ComponentProps<'tr'>
  /** Called with the row under the pointer, for views that show the same record. */
  onHover?: (row: Row | null) => void
}

/** Table with headers; on a phone each row has two or three lines. */
export function DataTable<Row extends { id: string }>(props: Props<Row>) {
  const { label, columns, rows, order = '', onOrder, menu, menuTitle, compact, onHover, rowProps } = props
  const places = phonePlaces(columns)
  const body = useRef<HTMLTableSectionElement>(null)
  useLayoutEffect(() => markLongWords(body.current))
  return (
    <table className={classes.table} aria-label={label} data-compact={compact || undefined}>
      <thead>
        <tr>
          {columns.map(({ key, title, sort, right = false }) =>
            sort && onOrder ? (
              <SortHead key={key} field={sort} title={title} right={right} order={order} onOrder={onOrder} />
            ) : (
              <th key={key} scope="col" data-right={right || undefined}>
                {title}
              </th>
            ),
          )}
          {menu && (
            <th scope="col">
              <VisuallyHidden>{menuTitle}</VisuallyHidden>
            </th>
          )}
        </tr>
      </thead>
      <tbody ref={body}>
        {rows.map((row) => (
          <tr
            key={row.id}
            {...rowProps?.(row)}
            onPointerEnter={onHover && (() => onHover(row))}
            onPointerLeave={onHover && (() => onHover(null))}
          >
            {columns.map(({ key, title, right, isNamed, cell }, at) => (
              <td
                key={key}
                data-phone={places[at]}
                data-title={right || isNamed ? title : undefined}
                data-right={right || undefined}
              >
                {cell(row)}
              </td>
            ))}
            {menu && <td className={classes.menu}>{menu(row)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Words of more letters may break, so that they do not widen their column. */
const LONG_WORD = /\S{21}/

function markLongWords(body: HTMLElement | null) {
  for (const cell of body?.querySelectorAll('td') ?? []) {
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
    let isLong = false
    while (!isLong && texts.nextNode()) isLong = LONG_WORD.test(texts.currentNode.textContent ?? '')
    cell.toggleAttribute('data-long', isLong)
  }
}

function phonePlaces<Row>(columns: readonly Column<Row>[]) {
  const lead = Math.max(
    0,
    columns.findIndex(({ phone }) => phone === 'lead'),
  )
  return columns.map(({ phone }, at) => (at === lead ? 'lead' : (phone ?? 'more')))
}
