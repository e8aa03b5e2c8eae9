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
  /** Whether the person may change it at all. */
  allowed?: boolean
  /** Nothing has been changed yet. */
  idle?: boolean
  /** Something beside the fields of the form was changed. */
  alsoChanged?: boolean
  size?: number
  onClose: () => void
  children: ReactNode
}

/** A dialog over what `useEdit` edits: whoever was overtaken sees what others made of it before it is saved. */
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
