import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Vessel } from '#contract/wire/vessel.ts'
import { DeviceWillGo } from '../../../devices/DeviceWillGo.tsx'
import { CodeField } from './CodeField.tsx'
import classes from './Connect.module.css'
import { usePairByCode } from './usePairByCode.ts'

/** Last step: the code that the program on board shows. The dialog stays open for the data that follow. */
export function PairStep({ vessel }: { vessel: Vessel }) {
  const { t } = useTranslation()
  const [isPaired, setPaired] = useState(false)
  const pairing = usePairByCode(vessel, () => setPaired(true))
  if (isPaired) return <p>{t('pairing.paired')}</p>
  return (
    <>
      {vessel.device && <DeviceWillGo vessel={vessel} />}
      <div className={classes.pair}>
        <CodeField pairing={pairing} />
        <Button loading={pairing.isPending} onClick={pairing.submit}>
          {t(vessel.device ? 'pairing.replace' : 'pairing.pair')}
        </Button>
      </div>
    </>
  )
}
