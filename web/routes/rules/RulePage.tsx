import { Button, Skeleton, Switch } from '@mantine/core'
import { IconHelpHexagon } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useBlocker, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isTopLevel } from '#contract/department.ts'
import type { Rule } from '#contract/rule.ts'
import { ruleQuery, updateRule } from '../../api/rules.ts'
import { departmentsQuery, usePermission, useUser } from '../../api/user.ts'
import { FormDialog } from '../../forms/FormDialog.tsx'
import { useSave } from '../../forms/useSave.ts'
import { FinerFields } from '../../rules/FinerFields.tsx'
import { LivePanel } from '../../rules/LivePanel.tsx'
import { NotificationFields } from '../../rules/NotificationFields.tsx'
import { PreviewPanel } from '../../rules/PreviewPanel.tsx'
import classes from '../../rules/Rules.module.css'
import { draftOf, formOf, isComplete, problemsOfDraft, type RuleDraft } from '../../rules/ruleDraft.ts'
import {
  AreaPart,
  ConditionGroup,
  DepartmentPart,
  FencePart,
  MessagePart,
  SeverityPart,
  VesselsPart,
} from '../../rules/ruleParts.tsx'
import { useRuleScope } from '../../rules/useRuleScope.ts'
import { isNotFound } from '../../session/queryClient.ts'
import { BackLink } from '../../ui/BackLink.tsx'
import { Late } from '../../ui/Late.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { NoAccess } from '../../ui/NoAccess.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { LimitChart } from './LimitChart.tsx'

export function RulePage() {
  const { t } = useTranslation()
  const { ruleId } = useParams({ from: '/console/rules/$ruleId' })
  const mayView = usePermission('rule:rule-view')
  const rule = useQuery({ ...ruleQuery(ruleId), enabled: mayView })
  if (!mayView) return <NoAccess />
  if (rule.data) return <RuleEditor key={rule.data.id} rule={rule.data} />
  if (isNotFound(rule.error))
    return <Notice icon={IconHelpHexagon} title={t('rules.notFound')} role="status" />
  if (rule.error) return <LoadFailed sentence={t('error.rule')} error={rule.error} onRetry={rule.refetch} />
  return (
    <Late>
      <div className={classes.page} role="status" aria-label={t('rules.loading')}>
        <Skeleton height={32} width={320} />
        <Skeleton height={240} radius={8} />
        <Skeleton height={160} radius={8} />
      </div>
    </Late>
  )
}

function RuleEditor({ rule }: { rule: Rule }) {
  const { t } = useTranslation()
  const { company } = useUser()
  const { data: departments } = useQuery(departmentsQuery)
  const navigate = useNavigate()
  const mayEdit = usePermission('rule:rule-edit', rule.id, rule.department_id)
  const [saved, setSaved] = useState(rule)
  const [draft, setDraft] = useState(() => draftOf(rule))
  const [tried, setTried] = useState(false)
  const scope = useRuleScope(draft.department_id)
  const mayPreview = usePermission('department:rule-create', draft.department_id)
  const disabled = !mayEdit
  const changed = JSON.stringify(formOf(draft)) !== JSON.stringify(formOf(draftOf(saved)))
  // Somebody else's change is taken over as long as nothing of one's own would be lost.
  if (rule.version > saved.version && !changed) {
    setSaved(rule)
    setDraft(draftOf(rule))
  }

  const save = useSave({
    save: () => updateRule({ ...formOf(draft), id: rule.id, version: saved.version }),
    success: 'rules.updated',
    failure: 'rules.updateFailed',
    refusals: { conflict: 'rules.changedMeanwhile' },
    affects: ['rules'],
    onSaved: (now) => {
      setSaved(now)
      setDraft(draftOf(now))
      setTried(false)
    },
  })
  const submit = () => {
    setTried(true)
    if (isComplete(draft)) save.mutate(undefined)
  }
  const blocker = useBlocker({
    shouldBlockFn: ({ next }) =>
      mayEdit && changed && !next.pathname.startsWith(`/rules/${rule.id}`) && !isGone(rule.id),
    enableBeforeUnload: () => mayEdit && changed,
    withResolver: true,
  })

  const part = {
    ...{ draft, scope, disabled, onChange: setDraft },
    problems: tried ? problemsOfDraft(draft) : { conditions: {} },
  }
  const concerned =
    draft.vesselIds.length === 0
      ? scope.vessels
      : scope.vessels.filter(({ id }) => draft.vesselIds.includes(id))
  const charted = draft.groups.flat().find(({ source, field }) => source === 'time-series' && field)
  const department = departments?.data.find(({ id }) => id === draft.department_id)
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <BackLink to="/rules" label={t('rules.back')} />
        <h1>{t(`rules.titles.${rule.type}`)}</h1>
        {company.features.departments && (
          <span className={classes.badge}>
            {department && isTopLevel(department) ? company.name : (department?.name ?? rule.department.name)}
          </span>
        )}
        {changed && <span className={classes.unsaved}>{t('rules.unsaved')}</span>}
        <div className={classes.headTools}>
          <Switch
            label={t('rules.enabled')}
            checked={draft.enabled}
            disabled={disabled}
            onChange={(event) => setDraft({ ...draft, enabled: event.currentTarget.checked })}
          />
          {mayEdit && (
            <>
              <Button
                variant="default"
                onClick={() => void navigate({ to: '/rules/$ruleId/delete', params: { ruleId: rule.id } })}
              >
                {t('rules.delete')}
              </Button>
              <Button disabled={!changed} loading={save.isPending} onClick={submit}>
                {t('common.saveChanges')}
              </Button>
            </>
          )}
        </div>
      </header>
      <div className={classes.columns}>
        <div className={classes.column}>
          <Panel title={t(draft.type === 'threshold' ? 'rules.conditions' : 'rules.fence')}>
            <div className={classes.fields}>
              <DepartmentPart {...part} />
              {draft.type === 'threshold' ? (
                <>
                  <ConditionGroup {...part} index={0} fine={false} />
                  <AreaPart {...part} />
                </>
              ) : (
                <FencePart {...part} />
              )}
              <SeverityPart {...part} />
              <VesselsPart {...part} />
              <MessagePart {...part} />
            </div>
          </Panel>
          {charted && concerned[0] && <LimitChart condition={charted} vessel={concerned[0]} />}
          <details className={classes.folded}>
            <summary>{t('rules.finer')}</summary>
            <div>
              <FinerFields {...part} />
            </div>
          </details>
        </div>
        <div className={classes.column}>
          <Panel title={t('rules.notifications')}>
            <NotificationFields
              notifications={draft.notifications}
              people={scope.people}
              mayListPeople={scope.mayListPeople}
              disabled={disabled}
              onChange={(notifications) => setDraft({ ...draft, notifications })}
            />
          </Panel>
          {mayPreview && <PreviewPanel form={isComplete(draft) ? formOf(draft) : null} />}
          <LivePanel vessels={concerned} fields={measuredFields(draft)} />
        </div>
      </div>
      {blocker.status === 'blocked' && (
        <FormDialog
          title={t('rules.unsavedTitle')}
          submit={t('rules.discard')}
          danger
          onSubmit={blocker.proceed}
          onClose={blocker.reset}
        >
          <p>{t('rules.unsavedText')}</p>
        </FormDialog>
      )}
      <Outlet />
    </div>
  )
}

/** What instruments on board say of what the rule looks at. */
const measuredFields = ({ groups }: RuleDraft) => [
  ...new Set(
    groups.flat().flatMap(({ source, field }) => (source === 'time-series' && field ? [field] : [])),
  ),
]

/** Rules that were just deleted here: nothing of them is lost any more by leaving. */
const gone = new Set<string>()
export const noteGone = (ruleId: string) => gone.add(ruleId)
const isGone = (ruleId: string) => gone.has(ruleId)
