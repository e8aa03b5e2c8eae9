import { IconActivity } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Notice } from '../ui/Notice.tsx'

export function SensorsMissing() {
  const { t } = useTranslation()
  return <Notice icon={IconActivity} title={t('tripSafety.noSensors')} />
}
