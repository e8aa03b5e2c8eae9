import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Imei, SourceAddress } from '#contract/wire/device.ts'
import type { Vessel } from '#contract/wire/vessel.ts'
import { makeDevice } from '../../../api/devices.ts'
import classes from '../../../devices/devices.module.css'
import { useProblemWords } from '../../../forms/useProblemWords.ts'
import { useSave } from '../../../forms/useSave.ts'
import { DeviceWillGo } from './DeviceWillGo.tsx'

interface Props {
  kind: 'tracker' | 'nmea'
  vessel: Vessel
}

/** Puts a tracker with its IMEI, or a source of NMEA 0183 with its network address, on the vessel. */
export function UnauthenticatedForm({ kind, vessel }: Props) {
  const { t } = useTranslation()
  const words = useProblemWords()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const save = useSave({
    save: (given: { imei: string } | { ip_address: string }) =>
      makeDevice(vessel.id, { kind, ...given, replace_device: vessel.device !== null }),
    success: 'connect.added',
    failure: 'connect.addFailed',
    refusals: { conflict: 'connect.onAnother' },
    affects: ['vessels', 'devices'],
    onSaved: () => setTyped(''),
  })
  function submit() {
    const schema = kind === 'tracker' ? Imei : SourceAddress
    const parsed = schema.safeParse(typed.trim())
    setProblem(parsed.success ? null : (parsed.error.issues[0]?.message ?? null))
    if (parsed.success) save.mutate(kind === 'tracker' ? { imei: parsed.data } : { ip_address: parsed.data })
  }
  return (
    <>
      <p className={classes.hint}>{t(`connect.kind.${kind}.before`)}</p>
      {vessel.device && <DeviceWillGo vessel={vessel} />}
      <TextInput
        label={t(`connect.identity.${kind}`)}
        autoComplete="off"
        spellCheck={false}
        maxLength={45}
        value={typed}
        error={problem && words(problem)}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <p className={classes.hint}>{t('devices.notAuthenticatedHint')}</p>
      <Button loading={save.isPending} onClick={submit}>
        {t(vessel.device ? 'connect.replace' : 'connect.add')}
      </Button>
    </>
  )
}
