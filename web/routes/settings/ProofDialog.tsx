import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Proof } from '../../api/secondFactor.ts'
import { FormDialog } from '../../forms/FormDialog.tsx'
import { PasswordField, TextField } from '../../forms/fields.tsx'
import { useForm } from '../../forms/useForm.ts'
import { proofForm, showRefusal } from '../../secondFactor/secondFactorForm.ts'

interface Props<Output> {
  title: string
  submit: string
  hasPassword: boolean
  action: (proof: Proof) => Promise<Output>
  onDone: (output: Output) => void
  onClose: () => void
}

/** Asks for a code, and for the password if there is one, before sign-in becomes less secure. */
export function ProofDialog<Output>({ title, submit, hasPassword, action, onDone, onClose }: Props<Output>) {
  const { t } = useTranslation()
  const form = useForm(proofForm(hasPassword), { code: '', password: '' }, (proof) => act.mutate(proof))
  const act = useMutation({
    mutationFn: action,
    onSuccess: onDone,
    onError: (error) => showRefusal(error, form.refuse),
  })
  return (
    <FormDialog
      title={title}
      submit={submit}
      pending={act.isPending}
      onSubmit={form.onSubmit}
      changed={form.changed}
      onClose={onClose}
    >
      <TextField
        field={form.field('code')}
        label={t('settings.secondFactorProof')}
        autoComplete="one-time-code"
        maxLength={20}
      />
      {hasPassword && (
        <PasswordField
          field={form.field('password')}
          label={t('settings.currentPassword')}
          autoComplete="current-password"
        />
      )}
    </FormDialog>
  )
}
