import { useTranslation } from 'react-i18next'
import { FormDialog } from './FormDialog.tsx'

interface Props {
  /** Text of the button: `Delete department`. */
  action: string
  /** Name of the record to delete. */
  consequence: string
  pending: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks for confirmation before a permanent deletion. */
export function DeleteDialog({ action, consequence, pending, onConfirm, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <FormDialog
      title={t('form.sure')}
      submit={action}
      danger
      pending={pending}
      onSubmit={onConfirm}
      onClose={onClose}
    >
      <p>{t('form.cannotUndo')}</p>
      <p>{consequence}</p>
    </FormDialog>
  )
}
