import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PAIRING_CODE_LENGTH, PairingCode, type pairDevice } from '#contract/wire/device.ts'
import type { BodyOf } from '#contract/wire/endpoint.ts'
import type { Vessel } from '#contract/wire/vessel.ts'
import { pairByCode } from '../../../api/devices.ts'
import { useProblemWords } from '../../../forms/useProblemWords.ts'
import { useSave } from '../../../forms/useSave.ts'

/** The code that a device shows, as it is typed; its eighth character submits it. */
export function usePairByCode(vessel: Vessel, onPaired: () => void) {
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
    onSaved: onPaired,
  })
  const send = (typed: string, replace_device: boolean) => {
    const parsed = PairingCode.safeParse(typed)
    if (parsed.success) save.mutate({ pairing_code: parsed.data, replace_device })
    else setProblem(parsed.error.issues[0]?.message ?? null)
  }
  return {
    code,
    problem: problem && words(problem),
    /** True when the code is right, and the vessel's present device would be replaced. */
    mustConfirm: mustConfirm && vessel.device !== null,
    isPending: save.isPending,
    submit: () => send(code, vessel.device !== null),
    type: (text: string) => {
      const typed = text.toUpperCase().replaceAll(/\s/g, '')
      setCode(typed)
      setMustConfirm(false)
      if (typed.length < PAIRING_CODE_LENGTH) setProblem(null)
      else if (typed !== code) send(typed, false)
    },
  }
}
