import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PAIRING_CODE_LENGTH, PairingCode, type pairDevice } from '#contract/wire/device.ts'
import type { BodyOf } from '#contract/wire/endpoint.ts'
import type { Vessel } from '#contract/wire/vessel.ts'
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

/** More characters than a code, so that a pasted code with spaces fits and a longer one gets a message. */
const MOST_TYPED = 20

/** Form for the code that the device shows; the eighth character submits it. */
export function CodeForm({ title, back, vessel, onClose }: Props) {
  const { t } = useTranslation()
  const words = useProblemWords()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [mustConfirm, setMustConfirm] = useState(false)
  const queries = useQueryClient()
  const save = useSave({
    save: (body: BodyOf<typeof pairDevice>) => pairByCode(vessel.id, body),
    success: 'pairing.paired',
    failure: 'pairing.pairFailed',
    refusals: { too_many: 'pairing.tooMany' },
    atField: [
      { code: 'INCORRECT_PAIRING_CODE', show: ({ message }) => setProblem(message) },
      {
        code: 'VESSEL_HAS_DEVICE',
        show: () => {
          // Another person may have paired this device since the page was read.
          void queries.invalidateQueries({ queryKey: ['vessels'] })
          setMustConfirm(true)
        },
      },
    ],
    affects: ['vessels', 'devices'],
    onSaved: onClose,
  })
  const submit = (typed: string, replace_device = false) => {
    const parsed = PairingCode.safeParse(typed)
    if (parsed.success) save.mutate({ pairing_code: parsed.data, replace_device })
    else setProblem(parsed.error.issues[0]?.message ?? null)
  }
  return (
    <FormDialog
      title={title}
      submit={t(vessel.device ? 'pairing.replace' : 'pairing.pair')}
      danger={vessel.device !== null}
      pending={save.isPending}
      onSubmit={() => submit(code, vessel.device !== null)}
      onClose={onClose}
    >
      {back}
      {vessel.device && <DeviceWillGo vessel={vessel} />}
      <TextInput
        name="pairing_code"
        className={classes.code ?? ''}
        label={t('pairing.code')}
        description={t(mustConfirm && vessel.device ? 'pairing.codeIsGood' : 'pairing.codeHint')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={MOST_TYPED}
        aria-required
        // A disabled field loses the focus, and a user who mistyped would have to find it again.
        readOnly={save.isPending}
        value={code}
        error={problem && words(problem)}
        onChange={({ currentTarget }) => {
          const typed = currentTarget.value.toUpperCase().replaceAll(/\s/g, '')
          setCode(typed)
          setMustConfirm(false)
          if (typed.length < PAIRING_CODE_LENGTH) setProblem(null)
          else if (typed !== code) submit(typed)
        }}
      />
    </FormDialog>
  )
}
