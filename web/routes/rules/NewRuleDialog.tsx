import { Radio } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconArrowLeft, IconPolygon } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RULE_TYPES } from '#contract/wire/rule.ts'
import type { RuleTemplate } from '#contract/wire/ruleTemplates.ts'
import { createRule } from '../../api/rules.ts'
import { usePermission } from '../../api/user.ts'
import { FormDialog } from '../../forms/FormDialog.tsx'
import { useSave } from '../../forms/useSave.ts'
import { useUnsavedGuard } from '../../forms/useUnsavedGuard.tsx'
import classes from '../../rules/Rules.module.css'
import {
  formOf,
  isComplete,
  newDraft,
  ofTemplate,
  problemsOfDraft,
  type RuleDraft,
} from '../../rules/ruleDraft.ts'
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
import { useFirstDepartment } from '../../tables/useDepartmentOptions.ts'
import { toast } from '../../toasts/toast.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { NoAccess } from '../../ui/NoAccess.tsx'
import { TemplateList } from './TemplateList.tsx'

const ICONS = { threshold: IconAdjustmentsHorizontal, geofence: IconPolygon }

/** Wizard for a new rule: first its kind, then its condition; recipients are set on the rule's page. */
export function NewRuleDialog() {
  const { t } = useTranslation()
  const department_id = useFirstDepartment('department:rule-create')
  const navigate = useNavigate()
  const allowed = usePermission('department:rule-create')
  const [step, setStep] = useState<0 | 1>(0)
  const [begun, setBegun] = useState(() => newDraft('threshold', department_id))
  const [draft, setDraft] = useState(begun)
  const [template, setTemplate] = useState<RuleTemplate | null>(null)
  const [tried, setTried] = useState(false)
  const scope = useRuleScope(draft.department_id)
  const { asks, question } = useUnsavedGuard({
    changed: JSON.stringify(formOf(draft)) !== JSON.stringify(formOf(begun)),
    within: ({ pathname }) => pathname === '/rules/new',
  })
  const close = (ignoreBlocker: boolean) => void navigate({ to: '/rules', search: true, ignoreBlocker })
  const save = useSave({
    save: () => createRule(formOf(draft)),
    success: () => null,
    failure: 'rules.createFailed',
    affects: ['rules', 'users'],
    onSaved: ({ id, type }) => {
      toast.done('rules.created', t('rules.createdText', { type: t(`rules.kinds.${type}`) }), {
        label: t('rules.view'),
        onClick: () => void navigate({ to: '/rules/$ruleId', params: { ruleId: id } }),
      })
      close(true)
    },
  })
  const begin = (next: RuleDraft, of: RuleTemplate | null = null) => {
    setTemplate(of)
    setBegun(next)
    setDraft(next)
    setTried(false)
  }
  const part = {
    ...{ draft, scope, disabled: false, onChange: setDraft },
    problems: tried ? problemsOfDraft(draft) : { conditions: {} },
  }
  // Takes the place of the wizard, which keeps its input: two open dialogs would both receive Escape.
  if (asks) return question
  return (
    <FormDialog
      title={t('rules.add')}
      submit={allowed ? t(step === 0 ? 'rules.next' : 'rules.create') : undefined}
      pending={save.isPending}
      size={560}
      isGuarded
      onSubmit={() => {
        if (step === 0) return setStep(1)
        setTried(true)
        if (isComplete(draft)) save.mutate(undefined)
      }}
      onClose={() => close(false)}
    >
      {!allowed ? (
        <NoAccess />
      ) : step === 0 ? (
        <div className={classes.step} ref={focusFirst}>
          <Radio.Group
            aria-label={t('alerts.type')}
            value={draft.type}
            onChange={(type) => begin(newDraft(type as RuleDraft['type'], draft.department_id))}
          >
            <div className={classes.kinds}>
              {RULE_TYPES.map((type) => (
                <Radio.Card key={type} value={type} className={classes.kind ?? ''}>
                  <Icon of={ICONS[type]} size={24} />
                  <strong>{t(`rules.titles.${type}`)}</strong>
                  <span>{t(`rules.typeHints.${type}`)}</span>
                </Radio.Card>
              ))}
            </div>
          </Radio.Group>
          <TemplateList
            onChoose={(chosen) => {
              begin(ofTemplate(chosen, draft.department_id, t(`rules.templates.${chosen.id}`)), chosen)
              setStep(1)
            }}
          />
        </div>
      ) : (
        <div className={classes.step} ref={focusFirst}>
          <div className={classes.header}>
            <IconButton icon={IconArrowLeft} label={t('rules.backToKinds')} onClick={() => setStep(0)} />
            <strong>{t(template ? `rules.templates.${template.id}` : `rules.titles.${draft.type}`)}</strong>
          </div>
          <DepartmentPart {...part} permission="department:rule-create" />
          {draft.type === 'threshold' ? (
            draft.groups.map((group, index) => (
              <Fragment key={group[0]?.key ?? index}>
                {index > 0 && <span className={classes.groupTitle}>{t('rules.orElse')}</span>}
                <ConditionGroup {...part} index={index} fine={false} />
              </Fragment>
            ))
          ) : (
            <FencePart {...part} />
          )}
          {template?.inFences && <AreaPart {...part} />}
          <SeverityPart {...part} />
          <VesselsPart {...part} />
          {template && <MessagePart {...part} />}
          <p className={classes.note}>{t('rules.laterNote')}</p>
        </div>
      )}
    </FormDialog>
  )
}

/** Scrolls each step to its top and focuses its first field. */
function focusFirst(step: HTMLElement | null) {
  const dialog = step?.closest('[role=dialog]')
  if (dialog) dialog.scrollTop = 0
  step?.querySelector<HTMLElement>('input, [role=radio][aria-checked=true]')?.focus({ preventScroll: true })
}
