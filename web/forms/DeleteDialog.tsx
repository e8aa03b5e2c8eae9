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

/** Asks once more before something is gone for good. */
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
