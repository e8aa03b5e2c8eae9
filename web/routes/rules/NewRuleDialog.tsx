import { Select, UnstyledButton } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconArrowLeft, IconPolygon } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RULE_TYPES } from '#contract/rule.ts'
import { RULE_TEMPLATES } from '#contract/ruleTemplates.ts'
import { createRule } from '../../api/rules.ts'
import { usePermission, useUser } from '../../api/user.ts'
import { FormDialog } from '../../forms/FormDialog.tsx'
import { useSave } from '../../forms/useSave.ts'
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
  SeverityPart,
  VesselsPart,
} from '../../rules/ruleParts.tsx'
import { useRuleScope } from '../../rules/useRuleScope.ts'
import { toast } from '../../toasts/toast.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { NoAccess } from '../../ui/NoAccess.tsx'

const ICONS = { threshold: IconAdjustmentsHorizontal, geofence: IconPolygon }

/** First which kind of rule, then what it watches; who is told is set on its page. */
export function NewRuleDialog() {
  const { t } = useTranslation()
  const { department_id } = useUser()
  const navigate = useNavigate()
  const allowed = usePermission('department:rule-create')
  const [step, setStep] = useState<0 | 1>(0)
  const [draft, setDraft] = useState(() => newDraft('threshold', department_id))
  const [tried, setTried] = useState(false)
  /** It comes from a template that makes sense in some places only. */
  const [inFences, setInFences] = useState(false)
  const scope = useRuleScope(draft.department_id)
  const close = () => void navigate({ to: '/rules', search: true })
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
      close()
    },
  })
  const begin = (next: RuleDraft) => {
    setInFences(false)
    setDraft(next)
    setTried(false)
  }
  const part = {
    ...{ draft, scope, disabled: false, onChange: setDraft },
    problems: tried ? problemsOfDraft(draft) : { conditions: {} },
  }
  return (
    <FormDialog
      title={t('rules.add')}
      submit={allowed ? t(step === 0 ? 'rules.next' : 'rules.create') : undefined}
      pending={save.isPending}
      size={560}
      onSubmit={() => {
        if (step === 0) return setStep(1)
        setTried(true)
        if (isComplete(draft)) save.mutate(undefined)
      }}
      onClose={close}
    >
      {!allowed ? (
        <NoAccess />
      ) : step === 0 ? (
        <>
          <div className={classes.kinds} role="radiogroup" aria-label={t('alerts.type')}>
            {RULE_TYPES.map((type) => (
              <UnstyledButton
                key={type}
                className={classes.kind}
                role="radio"
                aria-checked={draft.type === type}
                onClick={() => draft.type !== type && begin(newDraft(type, draft.department_id))}
              >
                <Icon of={ICONS[type]} size={24} />
                <strong>{t(`rules.titles.${type}`)}</strong>
                <span>{t(`rules.typeHints.${type}`)}</span>
              </UnstyledButton>
            ))}
          </div>
          <Select
            label={t('rules.template')}
            description={t('rules.templateHint')}
            placeholder={t('rules.chooseTemplate')}
            data={RULE_TEMPLATES.map(({ id }) => ({ value: id, label: t(`rules.templates.${id}`) }))}
            value={null}
            searchable
            limit={RULE_TEMPLATES.length}
            nothingFoundMessage={t('palette.nothing')}
            onChange={(id) => {
              const template = RULE_TEMPLATES.find((one) => one.id === id)
              if (!template) return
              begin(ofTemplate(template, draft.department_id, t(`rules.templates.${template.id}`)))
              setInFences(template.inFences === true)
              setStep(1)
            }}
          />
        </>
      ) : (
        <>
          <div className={classes.header}>
            <IconButton icon={IconArrowLeft} label={t('rules.backToKinds')} onClick={() => setStep(0)} />
            <strong>{t(`rules.titles.${draft.type}`)}</strong>
          </div>
          <DepartmentPart {...part} />
          {draft.type === 'threshold' ? (
            <ConditionGroup {...part} index={0} fine={false} />
          ) : (
            <FencePart {...part} />
          )}
          {inFences && draft.type === 'threshold' && <AreaPart {...part} />}
          <SeverityPart {...part} />
          <VesselsPart {...part} />
          <p className={classes.note}>{t('rules.laterNote')}</p>
        </>
      )}
    </FormDialog>
  )
}
