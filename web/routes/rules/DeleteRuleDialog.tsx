import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { deleteRule, ruleQuery } from '../../api/rules.ts'
import { usePermission } from '../../api/user.ts'
import { FormDialog } from '../../forms/FormDialog.tsx'
import { useSave } from '../../forms/useSave.ts'
import { NoAccess } from '../../ui/NoAccess.tsx'

export function DeleteRuleDialog() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const router = useRouter()
  const { ruleId } = useParams({ from: '/console/rules/$ruleId' })
  const { data: rule } = useQuery(ruleQuery(ruleId))
  const allowed = usePermission('rule:rule-delete', ruleId, rule?.department_id)
  const close = () => void navigate({ to: '/rules/$ruleId', params: { ruleId } })
  const remove = useSave({
    save: () => deleteRule(ruleId),
    success: 'rules.deleted',
    failure: 'rules.deleteFailed',
    affects: ['rules'],
    // The rule is deleted, so leaving loses nothing.
    onSaved: () => void navigate({ to: '/rules', ignoreBlocker: true }),
    onFailed: () => router.history.back(),
  })
  return (
    <FormDialog
      title={t(allowed ? 'form.sure' : 'rules.delete')}
      submit={allowed ? t('rules.delete') : undefined}
      danger
      pending={remove.isPending}
      onSubmit={() => remove.mutate(undefined)}
      onClose={close}
    >
      {allowed ? <p>{t('rules.deleteConsequence')}</p> : <NoAccess />}
    </FormDialog>
  )
}
