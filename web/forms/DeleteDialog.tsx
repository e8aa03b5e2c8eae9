import { useTranslation } from 'react-i18next'
import { FormDialog } from './FormDialog.tsx'

interface Props {
  /** What the button says: `Delete department`. */
  action: string
  /** What will be gone, by name. */
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
