import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../api/user.ts'
import { CommentGroups } from '../../comments/CommentGroups.tsx'
import { commentFilters } from '../../comments/commentFilters.ts'
import { EntityFilter } from '../../comments/EntityFilter.tsx'
import { DateRangePicker } from '../../forms/DateRangePicker.tsx'
import type { CommentSearch } from '../../searchParameters.ts'
import list from '../../tables/ListPage.module.css'
import { NoAccess } from '../../ui/NoAccess.tsx'

/** All comments on trips and vessels, grouped by subject. */
export function CommentsPage() {
  const { t } = useTranslation()
  const allowed = usePermission('department:trip-comment-view')
  const search: CommentSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const change = (changed: CommentSearch) =>
    void navigate({ to: '.', search: (now: CommentSearch) => ({ ...now, ...changed }), replace: true })
  if (!allowed) return <NoAccess />
  const isFiltered = search.entity !== undefined || search.from !== undefined || search.to !== undefined
  return (
    <div className={list.page}>
      <header className={list.header}>
        <h1>{t('nav.comments')}</h1>
        <div className={list.tools}>
          <EntityFilter
            vessels="vessels"
            value={search.entity ?? 'all'}
            onChange={(next) => change({ entity: next === 'all' ? undefined : next })}
          />
          <DateRangePicker from={search.from} to={search.to} onChange={change} />
        </div>
      </header>
      <CommentGroups
        filter={commentFilters(search)}
        nothing={t(isFiltered ? 'users.nothing' : 'later.comments')}
      />
    </div>
  )
}
