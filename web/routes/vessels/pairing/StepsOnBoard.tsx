import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Vessel } from '#contract/wire/vessel.ts'
import classes from './Connect.module.css'
import { CopyLines } from './CopyLines.tsx'
import { READ_ON_BOARD } from './connectKinds.ts'
import { installProgram, probe, runProgram, showCode } from './connectLines.ts'
import { PairStep } from './PairStep.tsx'

interface Props {
  kind: keyof typeof READ_ON_BOARD
  vessel: Vessel
  /** Address of the console for the boat. */
  origin: string
}

/** Steps for everything that the program on board reads, with the address of the source in its command. */
export function StepsOnBoard({ kind, vessel, origin }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<string>(READ_ON_BOARD[kind])
  const source = typed.trim() || READ_ON_BOARD[kind]
  return (
    <ol className={classes.steps}>
      <li>
        <p>{t(`connect.kind.${kind}.before`)}</p>
      </li>
      <li>
        <p>{t('connect.program.install')}</p>
        <CopyLines lines={installProgram(origin)} />
      </li>
      <li>
        <TextInput
          label={t('connect.program.source')}
          description={t(`connect.kind.${kind}.source`)}
          value={typed}
          maxLength={200}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <p>{t('connect.program.probe')}</p>
        <CopyLines lines={probe(source)} />
      </li>
      <li>
        <p>{t('connect.program.run')}</p>
        <CopyLines lines={runProgram(origin, source)} />
      </li>
      <li>
        <p>{t('connect.program.code')}</p>
        <CopyLines lines={showCode()} />
        <PairStep vessel={vessel} />
      </li>
    </ol>
  )
}
