import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../../../api/user.ts'
import { CommentForm } from '../../../../comments/CommentForm.tsx'
import { CommentGroups } from '../../../../comments/CommentGroups.tsx'
import { commentFilters } from '../../../../comments/commentFilters.ts'
import { EntityFilter } from '../../../../comments/EntityFilter.tsx'
import { DateRangePicker } from '../../../../forms/DateRangePicker.tsx'
import type { CommentSearch } from '../../../../searchParameters.ts'
import { NoAccess } from '../../../../ui/NoAccess.tsx'
import { useOpenVessel } from '../openVessel.ts'
import classes from './Comments.module.css'

/** Comments on the vessel and on her trips. */
export function CommentsTab() {
  const { t } = useTranslation()
  const { id: vesselId } = useOpenVessel()
  const allowed = usePermission('vessel:comment-view', vesselId)
  const mayWrite = usePermission('vessel:comment-create', vesselId)
  const search: CommentSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const change = (changed: CommentSearch) =>
    void navigate({ to: '.', search: (now: CommentSearch) => ({ ...now, ...changed }), replace: true })
  if (!allowed) return <NoAccess />
  const entity = search.entity ?? 'all'
  return (
    <div className={classes.page}>
      <div className={classes.tools}>
        <EntityFilter
          vessels="single"
          value={entity}
          onChange={(next) => change({ entity: next === 'all' ? undefined : next })}
        />
        <DateRangePicker from={search.from} to={search.to} onChange={change} />
      </div>
      {mayWrite && entity !== 'trip' && (
        <div className={classes.form}>
          <CommentForm key={vesselId} about={{ tripId: null, vesselId }} />
        </div>
      )}
      <CommentGroups
        filter={[...commentFilters(search), { field: 'vessel_id', operator: 'eq', value: vesselId }]}
        nothing={t('comments.none')}
      />
    </div>
  )
}
