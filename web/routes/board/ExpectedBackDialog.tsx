import { useTranslation } from 'react-i18next'
import { type BoardBoat, setExpectedBack } from '#contract/wire/board.ts'
import { expectBack } from '../../api/expectedBack.ts'
import { FormDialog } from '../../forms/FormDialog.tsx'
import { InstantField } from '../../forms/InstantField.tsx'
import { useForm } from '../../forms/useForm.ts'
import { useSave } from '../../forms/useSave.ts'

/** Sets when a boat is expected back; an empty field removes the expectation. */
export function ExpectedBackDialog({ boat, onClose }: { boat: BoardBoat; onClose: () => void }) {
  const { t } = useTranslation()
  const form = useForm(setExpectedBack.body, { expected_back: boat.expected_back }, (values) =>
    save.mutate(values.expected_back),
  )
  const save = useSave({
    save: (at: string | null) => expectBack(boat.vessel_id, at),
    success: 'board.expected',
    failure: 'board.expectFailed',
    affects: ['alerts'],
    onSaved: onClose,
  })
  return (
    <FormDialog
      title={t('board.expect', { name: boat.name })}
      submit={t('common.save')}
      isAbove
      pending={save.isPending}
      onSubmit={form.onSubmit}
      changed={form.changed}
      onClose={onClose}
    >
      <InstantField
        field={form.field('expected_back')}
        label={t('board.expectedBack')}
        placeholder={t('board.expectNone')}
      />
      <p>{t('board.expectHint')}</p>
    </FormDialog>
  )
}
