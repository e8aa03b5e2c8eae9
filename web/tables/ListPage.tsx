import { Button } from '@mantine/core'
import { IconSearchOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListSearch } from '../searchParameters.ts'
import { LoadFailed } from '../ui/LoadFailed.tsx'
import { Notice } from '../ui/Notice.tsx'
import { ListFooter } from './ListFooter.tsx'
import classes from './ListPage.module.css'
import { ListSkeleton } from './ListSkeleton.tsx'
import type { ListAddress } from './useListAddress.ts'

type Answer<Row> = { data: readonly Row[]; total: number }
/** Part of a query that the list needs; a list without a server query passes its own object. */
interface Loaded<Row> {
  data: Answer<Row> | undefined
  error: Error | null
  isError: boolean
  isPlaceholderData: boolean
  refetch: () => unknown
}

interface Props<Row> {
  title: string
  query: Loaded<Row>
  address: ListAddress
  /** Filters in the header. Without any filter set, an empty answer means an empty list. */
  filters: readonly (keyof ListSearch)[]
  pageSize: number
  /** Sentence when loading fails. */
  failed: string
  /** Sentence when the filters match no row. */
  nothing: string
  /** Content in place of everything, when the list has no rows at all. */
  empty: ReactNode
  /** Filters. */
  tools?: ReactNode
  /** Primary button of the page. */
  action?: ReactNode
  /** Tools that also show on an empty list. */
  always?: ReactNode
  /** Note above the rows. */
  note?: ReactNode
  /** True when the rows draw their own background, as cards do. */
  bare?: boolean
  /** True inside another page, which has its own padding. */
  nested?: boolean
  children: (rows: readonly Row[]) => ReactNode
}

/** Frame of every list: heading, filters, rows or why there are none, and links to further pages. */
export function ListPage<Row>(props: Props<Row>) {
  const { title, query, address, filters, pageSize, tools, always, action, note, nested } = props
  const { search } = address
  const filtered = filters.some((name) => search[name] !== undefined)
  const rows = query.data?.data
  const isEmpty = rows?.length === 0 && !filtered && !search.page
  return (
    <div className={classes.page} data-nested={nested || undefined}>
      <header className={classes.header}>
        <h1>{title}</h1>
        {(always || (!isEmpty && tools)) && (
          <div className={classes.tools}>
            {always}
            {!isEmpty && tools}
          </div>
        )}
        {!isEmpty && action && <div className={classes.action}>{action}</div>}
      </header>
      {note}
      <Body {...props} isEmpty={isEmpty} size={search.size ?? pageSize} />
    </div>
  )
}

function Body<Row>(props: Props<Row> & { isEmpty: boolean; size: number }) {
  const { query, address, filters, failed, nothing, empty, children, isEmpty, bare, size } = props
  const { t } = useTranslation()
  if (query.isError && !query.data && query.error) {
    return <LoadFailed sentence={failed} error={query.error} onRetry={query.refetch} />
  }
  if (!query.data) return <ListSkeleton rows={Math.min(size, 10)} />
  const { data, total } = query.data
  if (isEmpty) return <div className={classes.empty}>{empty}</div>
  if (data.length === 0) {
    const reset = Object.fromEntries(filters.map((name) => [name, undefined]))
    return (
      <div className={classes.panel}>
        <Notice icon={IconSearchOff} title={nothing} role="status">
          <Button variant="default" onClick={() => address.change(reset)}>
            {t('common.reset')}
          </Button>
        </Notice>
      </div>
    )
  }
  return (
    <div className={bare ? classes.bare : classes.panel} data-stale={query.isPlaceholderData || undefined}>
      {children(data)}
      <ListFooter
        page={address.search.page ?? 0}
        size={size}
        total={total}
        onPage={address.turnTo}
        onSize={(next) => address.change({ size: next })}
      />
    </div>
  )
}
