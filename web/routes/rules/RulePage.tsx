import { Button, Skeleton, Switch } from '@mantine/core'
import { IconChevronDown, IconHelpHexagon } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type RuleField, ruleField } from '#contract/domain/ruleFields.ts'
import type { RuleSource } from '#contract/domain/ruleSource.ts'
import { fieldName } from '#contract/domain/series.ts'
import { isTopLevel } from '#contract/wire/department.ts'
import type { Rule } from '#contract/wire/rule.ts'
import { readRuleAgain, ruleQuery, updateRule } from '../../api/rules.ts'
import { departmentsQuery, usePermission, useUser } from '../../api/user.ts'
import { FormDialog } from '../../forms/FormDialog.tsx'
import { useSave } from '../../forms/useSave.ts'
import { useUnsavedGuard } from '../../forms/useUnsavedGuard.tsx'
import { CannotHold } from '../../rules/CannotHold.tsx'
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
  ExcludedPart,
  FencePart,
  MessagePart,
  SeverityPart,
  VesselsPart,
} from '../../rules/ruleParts.tsx'
import { useRuleScope } from '../../rules/useRuleScope.ts'
import { useRuleSentence } from '../../rules/useRuleSentence.ts'
import { isNotFound } from '../../session/queryClient.ts'
import { BackLink } from '../../ui/BackLink.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Late } from '../../ui/Late.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { NoAccess } from '../../ui/NoAccess.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ChangedRule } from './ChangedRule.tsx'
import { LimitPlot } from './LimitPlot.tsx'

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
  /** Version of the rule that another user saved during this edit. */
  const [theirs, setTheirs] = useState<Rule | null>(null)
  const scope = useRuleScope(draft.department_id)
  const sentence = useRuleSentence()
  const mayPreview = usePermission('department:rule-create', draft.department_id)
  const disabled = !mayEdit
  const changed = JSON.stringify(formOf(draft)) !== JSON.stringify(formOf(draftOf(saved)))
  // A colleague's change is adopted while the user has no unsaved changes.
  if (rule.version > saved.version && !changed) {
    setSaved(rule)
    setDraft(draftOf(rule))
  }

  const save = useSave({
    save: (over: Rule) => updateRule({ ...formOf(draft), id: rule.id, version: over.version }),
    success: 'rules.updated',
    failure: 'rules.updateFailed',
    atField: [{ code: 'conflict', show: () => void lookAgain() }],
    affects: ['rules'],
    onSaved: take,
  })
  function take(now: Rule) {
    setSaved(now)
    setDraft(draftOf(now))
    setTheirs(null)
    setTried(false)
  }
  async function lookAgain() {
    setTheirs(await readRuleAgain(rule.id).catch(() => null))
  }
  const submit = () => {
    setTried(true)
    if (isComplete(draft)) save.mutate(saved)
  }
  const { question } = useUnsavedGuard({
    changed: mayEdit && changed,
    within: ({ pathname }) => pathname.startsWith(`/rules/${rule.id}`),
  })

  const part = {
    ...{ draft, scope, disabled, onChange: setDraft },
    problems: tried ? problemsOfDraft(draft) : { conditions: {} },
  }
  const concerned =
    draft.vesselIds.length === 0
      ? scope.vessels.filter(({ id }) => !draft.excludedIds.includes(id))
      : scope.vessels.filter(({ id }) => draft.vesselIds.includes(id))
  const charted = draft.groups.flat().find(({ source, field }) => measuredBy(source, field))
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
        {isComplete(draft) && <p className={classes.sentence}>{sentence(formOf(draft))}</p>}
        <CannotHold rule={rule} />
      </header>
      <div className={classes.columns}>
        <div className={classes.column}>
          <Panel title={t(draft.type === 'threshold' ? 'rules.conditions' : 'rules.fence')}>
            <div className={classes.fields}>
              <DepartmentPart {...part} permission="rule:rule-edit" />
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
              <ExcludedPart {...part} />
              <MessagePart {...part} />
            </div>
          </Panel>
          {charted && <LimitPlot condition={charted} vessels={concerned} />}
          <details className={classes.folded}>
            <summary>
              {t('rules.finer')}
              <Icon of={IconChevronDown} size={16} />
            </summary>
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
              peopleNames={scope.peopleNames}
              mayListPeople={scope.mayListPeople}
              hasEnd={draft.type === 'threshold'}
              disabled={disabled}
              onChange={(notifications) => setDraft({ ...draft, notifications })}
            />
          </Panel>
          {mayPreview && <PreviewPanel form={isComplete(draft) ? formOf(draft) : null} />}
          <LivePanel vessels={concerned} fields={measuredFields(draft)} />
        </div>
      </div>
      {theirs && (
        <FormDialog
          title={t('common.saveChanges')}
          submit={t('form.saveMine')}
          pending={save.isPending}
          onSubmit={() => save.mutate(theirs)}
          onClose={() => setTheirs(null)}
        >
          <ChangedRule expected={saved} now={theirs} />
          <div>
            <Button variant="default" onClick={() => take(theirs)}>
              {t('form.takeTheirs')}
            </Button>
          </div>
        </FormDialog>
      )}
      {question}
      <Outlet />
    </div>
  )
}

/** Names of the measured fields that the rule evaluates. */
const measuredFields = ({ groups }: RuleDraft) => [
  ...new Set(
    groups.flat().flatMap(({ source, field }) => {
      const known = measuredBy(source, field)
      return known?.series ? [fieldName(known.series, known.instance ?? 0)] : []
    }),
  ),
]

/** Field with a series that the rule measures; a J1939 number maps to its series. Null without a series. */
function measuredBy(source: RuleSource, field: string): RuleField | null {
  const known = field && source !== 'vessel-status' ? ruleField(source, field) : null
  return known?.series ? known : null
}
