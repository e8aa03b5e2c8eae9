import { TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PAIRING_CODE_LENGTH, PairingCode } from '#contract/device.ts'
import type { Vessel } from '#contract/vessel.ts'
import { pairByCode } from '../../../api/devices.ts'
import classes from '../../../devices/devices.module.css'
import { FormDialog } from '../../../forms/FormDialog.tsx'
import { useProblemWords } from '../../../forms/useProblemWords.ts'
import { useSave } from '../../../forms/useSave.ts'
import { DeviceWillGo } from './DeviceWillGo.tsx'

interface Props {
  title: string
  back: ReactNode
  vessel: Vessel
  onClose: () => void
}

/** More than a code has, so that what is pasted with spaces is whole, and what is too long says so. */
const MOST_TYPED = 20

/** The code that the device shows; its eighth character sends it. */
export function CodeForm({ title, back, vessel, onClose }: Props) {
  const { t } = useTranslation()
  const words = useProblemWords()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const save = useSave({
    save: (typed: string) => pairByCode(vessel.id, typed),
    success: 'pairing.paired',
    failure: 'pairing.pairFailed',
    refusals: { too_many: 'pairing.tooMany' },
    atField: { code: 'INCORRECT_PAIRING_CODE', show: ({ message }) => setProblem(message) },
    affects: ['vessels', 'devices'],
    onSaved: onClose,
  })
  const submit = (typed: string) => {
    const parsed = PairingCode.safeParse(typed)
    if (parsed.success) save.mutate(parsed.data)
    else setProblem(parsed.error.issues[0]?.message ?? null)
  }
  return (
    <FormDialog
      title={title}
      submit={t('pairing.pair')}
      pending={save.isPending}
      onSubmit={() => submit(code)}
      onClose={onClose}
    >
      {back}
      {vessel.device && <DeviceWillGo name={vessel.name} />}
      <TextInput
        name="pairing_code"
        className={classes.code ?? ''}
        label={t('pairing.code')}
        description={t('pairing.codeHint')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={MOST_TYPED}
        aria-required
        // What is disabled loses the keyboard, and whoever mistyped would have to look for the field again.
        readOnly={save.isPending}
        value={code}
        error={problem && words(problem)}
        onChange={({ currentTarget }) => {
          const typed = currentTarget.value.toUpperCase().replaceAll(/\s/g, '')
          setCode(typed)
          if (typed.length < PAIRING_CODE_LENGTH) setProblem(null)
          else if (typed !== code) submit(typed)
        }}
      />
    </FormDialog>
  )
}
