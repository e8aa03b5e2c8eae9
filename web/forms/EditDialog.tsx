import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { NoAccess } from '../ui/NoAccess.tsx'
import { ChangedByOthers } from './ChangedByOthers.tsx'
import { FormDialog } from './FormDialog.tsx'
import type { useEdit } from './useEdit.ts'

interface Props {
  title: string
  edit: Pick<ReturnType<typeof useEdit>, 'isChangedMeanwhile'> & {
    form: Pick<ReturnType<typeof useEdit>['form'], 'onSubmit' | 'changed'>
    save: { isPending: boolean }
  }
  /** Label of the submit button while no other user has changed the same values. */
  submit?: string
  /** True when the user may edit the record. */
  allowed?: boolean
  /** True while nothing has changed. */
  idle?: boolean
  /** True when a value outside the fields of the form has changed. */
  alsoChanged?: boolean
  size?: number
  onClose: () => void
  children: ReactNode
}

/** Dialog around `useEdit`: shows changes that other users saved meanwhile before it overwrites them. */
export function EditDialog({
  title,
  edit,
  submit,
  allowed = true,
  idle,
  alsoChanged = false,
  size,
  onClose,
  children,
}: Props) {
  const { t } = useTranslation()
  const { form, save, isChangedMeanwhile } = edit
  const action = isChangedMeanwhile ? t('form.saveMine') : (submit ?? t('common.save'))
  return (
    <FormDialog
      title={title}
      submit={allowed ? action : undefined}
      pending={save.isPending}
      onSubmit={form.onSubmit}
      changed={form.changed || alsoChanged}
      onClose={onClose}
      {...(idle !== undefined && { idle })}
      {...(size !== undefined && { size })}
    >
      <ChangedByOthers shown={isChangedMeanwhile} />
      {allowed ? children : <NoAccess />}
    </FormDialog>
  )
}
